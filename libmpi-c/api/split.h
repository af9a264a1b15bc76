// Splitting communicators.
#ifndef API_SPLIT_H
#define API_SPLIT_H

#include "api/communicator.h"

// Collective over `comm`: a communicator of the ranks with the same colour, ordered by key and then rank; NULL for MPI_UNDEFINED.
// False when no contexts are left.
bool comm_split(const struct p2p_comm *comm, int color, int key, struct p2p_comm **created);

// The same of inter-communicators; NULL for colours that only one side has, too.
bool comm_split_inter(const struct p2p_comm *comm, int color, int key, struct p2p_comm **created);

#endif
