// What duplicating a communicator at once and later have in common.
#ifndef API_DUP_H
#define API_DUP_H

#include "api/communicator.h"

int comm_check_dup(const char *function, MPI_Comm comm, const MPI_Comm *newcomm);

// Gives `comm` what a duplicate has of the original besides ranks and error handler. MPI_SUCCESS or the reported error.
int comm_dup_details(const char *function, const struct p2p_comm *parent, MPI_Info info, struct p2p_comm *comm);

#endif
