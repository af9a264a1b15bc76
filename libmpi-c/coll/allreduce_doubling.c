// Reduction to all by recursive doubling: in round k partners at distance 2^k exchange their partial results. Both combine the
// same two values, so all ranks get the same bits. A partial result is always that of consecutive ranks.
// Cost: ceil(log2 p) (a + n b + n c), and 2 a + 2 n b + n c unless p is a power of two.
#include "coll/fold.h"

void coll_allreduce_doubling(const struct p2p_comm *comm, void *inout, const struct coll_reduction *reduction)
{
    size_t bytes = reduction->count * reduction->extent;
    _Alignas(16) char small[COLL_SMALL_SCRATCH];
    void *incoming = coll_scratch(small, sizeof small, bytes);
    struct coll_fold fold = coll_fold(comm);
    coll_fold_in(comm, &fold, inout, incoming, reduction, COLL_ALLREDUCE);
    for (int distance = 1; fold.rank >= 0 && distance < fold.size; distance *= 2) {
        int other = fold.rank ^ distance, partner = coll_unfolded(&fold, other);
        coll_exchange(comm, inout, bytes, partner, incoming, bytes, partner, COLL_ALLREDUCE);
        coll_combine(reduction, incoming, inout, reduction->count, other > fold.rank);
    }
    coll_fold_out(comm, &fold, inout, reduction);
    coll_scratch_free(small, incoming);
}
