// Exclusive scan: choice of the algorithm, by the bytes of the vector. Rank 0 gets no result.
#include "coll/choices.h"

void coll_exscan(const struct p2p_comm *comm, const void *send, void *receive, const struct coll_reduction *reduction)
{
    coll_begin(comm);
    const void *own = send == MPI_IN_PLACE ? receive : send;
    if (coll_choose_exscan(comm, reduction->count * reduction->extent, 0) == COLL_EXSCAN_LINEAR)
        coll_exscan_linear(comm, own, receive, reduction);
    else
        coll_exscan_doubling(comm, own, receive, reduction);
}
