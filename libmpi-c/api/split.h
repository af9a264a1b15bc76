// Splitting communicators.
#ifndef API_SPLIT_H
#define API_SPLIT_H

#include "api/communicator.h"

// Makes a communicator of the ranks with the same `color`, ordered by `key` and then by rank. Collective over `comm`. Sets
// `*created` to NULL if `color` is MPI_UNDEFINED. Returns false if no contexts are left.
bool comm_split(const struct p2p_comm *comm, int color, int key, struct p2p_comm **created);

// The same for an inter-communicator. Sets `*created` to NULL also if no rank of the other group has the colour.
bool comm_split_inter(const struct p2p_comm *comm, int color, int key, struct p2p_comm **created);

#endif
