// Gather to all with a message from each rank to each.
// Cost: a + (p − 1) n b, as the messages overlap.
#include "coll/algorithms.h"

void coll_allgather_linear(const struct p2p_comm *comm, const struct coll_blocks *blocks)
{
    struct coll_blocks own = {.base = coll_block(blocks, comm->rank), .bytes = coll_block_bytes(blocks, comm->rank)};
    coll_linear_others(comm, &own, blocks, COLL_ALLGATHER);
}
