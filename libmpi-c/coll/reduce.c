// Reduction to one rank: choice of the algorithm, by the bytes of the vector.
#include "coll/choices.h"

void coll_reduce(const struct p2p_comm *comm, const void *send, void *receive, const struct coll_reduction *reduction,
                 int root)
{
    coll_begin(comm);
    const void *own = send == MPI_IN_PLACE ? receive : send;
    size_t bytes = reduction->count * reduction->extent;
    switch (coll_choose_reduce(comm, bytes, coll_obstacles(comm, reduction))) {
    case COLL_REDUCE_HALVING:
        coll_reduce_halving(comm, own, receive, reduction, root);
        break;
    case COLL_REDUCE_LINEAR:
        coll_reduce_linear(comm, own, receive, reduction, root);
        break;
    default:
        coll_reduce_binomial(comm, own, receive, reduction, root);
    }
}
