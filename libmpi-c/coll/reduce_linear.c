// Reduction at the root, which receives the vectors of all ranks one after the other, beginning with the last rank, and combines
// them in order.
// Cost: (p − 1) (a + n b + n c).
#include "coll/algorithms.h"

void coll_reduce_linear(const struct p2p_comm *comm, const void *own, void *receive,
                        const struct coll_reduction *reduction, int root)
{
    size_t bytes = reduction->count * reduction->extent;
    if (comm->rank != root) {
        coll_send(comm, own, bytes, root, COLL_REDUCE);
        return;
    }
    _Alignas(16) char small[2 * COLL_SMALL_SCRATCH];
    char *sum = coll_scratch(small, sizeof small, 2 * bytes), *incoming = sum + bytes;
    for (int rank = comm->size - 1; rank >= 0; rank--) {
        bool is_first = rank == comm->size - 1;
        char *to = is_first ? sum : incoming;
        if (rank == root)
            coll_copy(to, own, bytes);
        else
            coll_receive(comm, to, bytes, rank, COLL_REDUCE);
        if (!is_first)
            coll_combine(reduction, incoming, sum, reduction->count, false);
    }
    coll_copy(receive, sum, bytes);
    coll_scratch_free(small, sum);
}
