// Broadcast: choice of the algorithm.
#include "coll/internal.h"

// From here on the bytes cost more than the extra messages of the scatter.
enum { COLL_BCAST_LONG = 64 << 10, COLL_BCAST_MANY = 4 };

void coll_bcast(const struct p2p_comm *comm, void *buffer, size_t bytes, int root)
{
    coll_begin(comm);
    if (bytes >= COLL_BCAST_LONG && comm->size >= COLL_BCAST_MANY)
        coll_bcast_scatter_ring(comm, buffer, bytes, root);
    else
        coll_bcast_binomial(comm, buffer, bytes, root);
}
