// Gather to all by recursive doubling, for a power of two of ranks: in round k partners at distance 2^k exchange all they have.
// Cost: log2(p) a + (p − 1) n b.
#include "coll/algorithms.h"

void coll_allgather_doubling(const struct p2p_comm *comm, void *blocks, size_t bytes)
{
    char *at = blocks;
    for (int distance = 1; distance < comm->size; distance *= 2) {
        int partner = comm->rank ^ distance, have = comm->rank & ~(distance - 1), want = partner & ~(distance - 1);
        coll_exchange(comm, at + have * bytes, distance * bytes, partner, at + want * bytes, distance * bytes, partner,
                      COLL_ALLGATHER);
    }
}
