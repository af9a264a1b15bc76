// Reduction to all ranks: choice of the algorithm.
#include "coll/internal.h"

// From here on the bytes cost more than the extra messages.
enum { COLL_ALLREDUCE_LONG = 8 << 10, COLL_ALLREDUCE_MANY = 4 };

void coll_allreduce(const struct p2p_comm *comm, const void *send, void *receive,
                    const struct coll_reduction *reduction)
{
    if (coll_allreduce_cells(comm, send, receive, reduction))
        return;
    coll_begin(comm);
    size_t bytes = reduction->count * reduction->extent;
    if (send != MPI_IN_PLACE)
        coll_copy(receive, send, bytes);
    if (bytes >= COLL_ALLREDUCE_LONG && comm->size >= COLL_ALLREDUCE_MANY &&
        reduction->count >= (size_t)comm->size)
        coll_allreduce_halving(comm, receive, reduction);
    else
        coll_allreduce_doubling(comm, receive, reduction);
}
