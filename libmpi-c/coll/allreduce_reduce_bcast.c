// Reduction to all by a reduction to rank 0 and a broadcast from it, along a binomial tree.
// Cost: 2 ceil(log2 p) (a + n b) + ceil(log2 p) n c.
#include "coll/algorithms.h"

void coll_allreduce_reduce_bcast(const struct p2p_comm *comm, void *inout, const struct coll_reduction *reduction)
{
    coll_reduce_binomial(comm, inout, inout, reduction, 0);
    coll_bcast_binomial(comm, inout, reduction->count * reduction->extent, 0);
}
