// Reduce-scatter: choice of the algorithm, by the bytes of the whole vector.
#include "coll/choices.h"

void coll_reduce_scatter(const struct p2p_comm *comm, const void *send, void *receive, const int *counts,
                         const struct coll_reduction *reduction)
{
    coll_begin(comm);
    const void *own = send == MPI_IN_PLACE ? receive : send;
    size_t bytes = reduction->count * reduction->extent;
    switch (coll_choose_reduce_scatter(comm, bytes, coll_obstacles(comm, reduction))) {
    case COLL_REDUCE_SCATTER_PAIRWISE:
        coll_reduce_scatter_pairwise(comm, own, receive, counts, reduction);
        break;
    case COLL_REDUCE_SCATTER_HALVING:
        coll_reduce_scatter_halving(comm, own, receive, counts, reduction);
        break;
    default:
        coll_reduce_scatter_reduce(comm, own, receive, counts, reduction);
    }
}
