// Gather to all by doubling, for any number of ranks (Bruck et al. 1997). In round k every rank sends all blocks that it has to
// the rank 2^k before it. Blocks are stored beginning with the rank's own one, and rotated to their places at the end.
// Cost: ceil(log2 p) a + (p − 1) n b.
#include "coll/algorithms.h"

void coll_allgather_bruck(const struct p2p_comm *comm, void *blocks, size_t bytes)
{
    int size = comm->size, rank = comm->rank;
    char *result = blocks;
    _Alignas(16) char small[COLL_SMALL_SCRATCH];
    char *turned = coll_scratch(small, sizeof small, size * bytes);
    coll_copy(turned, result + rank * bytes, bytes);
    for (int have = 1; have < size; have *= 2) {
        size_t now = (have < size - have ? have : size - have) * bytes;
        coll_exchange(comm, turned, now, coll_before(comm, rank, have), turned + have * bytes, now,
                      coll_after(comm, rank, have), COLL_ALLGATHER);
    }
    coll_copy(result + rank * bytes, turned, (size - rank) * bytes);
    coll_copy(result, turned + (size - rank) * bytes, rank * bytes);
    coll_scratch_free(small, turned);
}
