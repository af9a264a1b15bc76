// Reduction to all ranks: choice of the algorithm, by the bytes of the vector.
#include "coll/choices.h"

void coll_allreduce(const struct p2p_comm *comm, const void *send, void *receive,
                    const struct coll_reduction *reduction)
{
    size_t bytes = reduction->count * reduction->extent;
    unsigned choice = coll_choose_allreduce(comm, bytes, coll_obstacles(comm, reduction));
    if (choice == COLL_ALLREDUCE_CELLS && coll_allreduce_cells(comm, send, receive, reduction))
        return;
    coll_begin(comm);
    if (send != MPI_IN_PLACE)
        coll_copy(receive, send, bytes);
    switch (choice) {
    case COLL_ALLREDUCE_HALVING:
        coll_allreduce_halving(comm, receive, reduction);
        break;
    case COLL_ALLREDUCE_RING:
        coll_allreduce_ring(comm, receive, reduction);
        break;
    case COLL_ALLREDUCE_REDUCE_BCAST:
        coll_allreduce_reduce_bcast(comm, receive, reduction);
        break;
    default:
        coll_allreduce_doubling(comm, receive, reduction);
    }
}
