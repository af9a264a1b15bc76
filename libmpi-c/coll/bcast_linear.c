// Broadcast with a message from the root to each rank, all under way at once.
// Cost: a + (p − 1) n b.
#include "coll/algorithms.h"

void coll_bcast_linear(const struct p2p_comm *comm, void *buffer, size_t bytes, int root)
{
    struct coll_blocks same = {.base = buffer, .bytes = bytes};
    coll_scatter_linear(comm, &same, buffer, bytes, root);
}
