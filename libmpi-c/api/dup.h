// Declarations that blocking and non-blocking duplication of communicators share.
#ifndef API_DUP_H
#define API_DUP_H

#include "api/communicator.h"

// Checks the arguments of `function`. Returns MPI_SUCCESS, or reports the wrong one and returns its error class.
int comm_check_dup(const char *function, MPI_Comm comm, const MPI_Comm *newcomm);

// Gives the duplicate `comm` the attributes, topology and hints of `parent`; `info` has the hints. Returns MPI_SUCCESS, or
// reports the error of an attribute's copy function and returns its class.
int comm_dup_details(const char *function, const struct p2p_comm *parent, MPI_Info info, struct p2p_comm *comm);

#endif
