// Gather to all round a ring: in each step every rank passes on the block that it got last.
// Cost: (p − 1) (a + n b), between neighbours only.
#include "coll/internal.h"

void coll_allgather_ring(const struct p2p_comm *comm, void *blocks, size_t bytes)
{
    char *at = blocks;
    int next = coll_after(comm, comm->rank, 1), previous = coll_before(comm, comm->rank, 1);
    int block = comm->rank;
    for (int step = 1; step < comm->size; step++) {
        int incoming = coll_before(comm, block, 1);
        coll_exchange(comm, at + block * bytes, bytes, next, at + incoming * bytes, bytes, previous, COLL_ALLGATHER);
        block = incoming;
    }
}
