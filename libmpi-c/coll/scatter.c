// Scatter: choice of the algorithm.
#include "coll/internal.h"

// Up to here the root's time per message matters more than sending a block several times.
enum { COLL_SCATTER_SHORT = 512, COLL_SCATTER_MANY = 8 };

// The root may leave its block where it is: `receive` is MPI_IN_PLACE.
void coll_scatter(const struct p2p_comm *comm, const void *send, size_t send_bytes, void *receive,
                  size_t receive_bytes, int root)
{
    coll_begin(comm);
    size_t bytes = comm->rank == root ? send_bytes : receive_bytes;
    void *own = receive == MPI_IN_PLACE ? (char *)send + comm->rank * send_bytes : receive;
    if (bytes <= COLL_SCATTER_SHORT && comm->size >= COLL_SCATTER_MANY)
        coll_scatter_binomial(comm, send, own, bytes, root);
    else
        coll_scatter_linear(comm, send, send_bytes, own, receive_bytes, root);
}
