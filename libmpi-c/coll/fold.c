// Folding: the steps before and after an algorithm for a power of two of ranks.
#include "coll/fold.h"

void coll_fold_in(const struct p2p_comm *comm, const struct coll_fold *fold, void *inout, void *incoming,
                  const struct coll_reduction *reduction, enum coll_tag tag)
{
    size_t bytes = reduction->count * reduction->extent;
    if (fold->rank < 0) {
        coll_send(comm, inout, bytes, comm->rank + 1, tag);
    } else if (comm->rank < 2 * fold->extra) {
        coll_receive(comm, incoming, bytes, comm->rank - 1, tag);
        coll_combine(reduction, incoming, inout, reduction->count, false);
    }
}

void coll_fold_out(const struct p2p_comm *comm, const struct coll_fold *fold, void *inout,
                   const struct coll_reduction *reduction)
{
    size_t bytes = reduction->count * reduction->extent;
    if (fold->rank < 0)
        coll_receive(comm, inout, bytes, comm->rank + 1, COLL_ALLREDUCE);
    else if (comm->rank < 2 * fold->extra)
        coll_send(comm, inout, bytes, comm->rank - 1, COLL_ALLREDUCE);
}
