// Gather to all round a ring: in each step every rank forwards the block that it received in the step before.
// Cost: (p − 1) (a + n b), between neighbours only.
#include "coll/algorithms.h"

void coll_allgather_ring(const struct p2p_comm *comm, const struct coll_blocks *blocks)
{
    int next = coll_after(comm, comm->rank, 1), previous = coll_before(comm, comm->rank, 1);
    int block = comm->rank;
    for (int step = 1; step < comm->size; step++) {
        int incoming = coll_before(comm, block, 1);
        coll_exchange(comm, coll_block(blocks, block), coll_block_bytes(blocks, block), next, coll_block(blocks, incoming),
                      coll_block_bytes(blocks, incoming), previous, COLL_ALLGATHER);
        block = incoming;
    }
}
