// Broadcast: choice of the algorithm, by the bytes of the message.
#include "coll/choices.h"

void coll_bcast(const struct p2p_comm *comm, void *buffer, size_t bytes, int root)
{
    coll_begin(comm);
    switch (coll_choose_bcast(comm, bytes, 0)) {
    case COLL_BCAST_SCATTER_RING:
        coll_bcast_scatter_ring(comm, buffer, bytes, root);
        break;
    case COLL_BCAST_CHAIN:
        coll_bcast_chain(comm, buffer, bytes, root);
        break;
    case COLL_BCAST_LINEAR:
        coll_bcast_linear(comm, buffer, bytes, root);
        break;
    default:
        coll_bcast_binomial(comm, buffer, bytes, root);
    }
}
