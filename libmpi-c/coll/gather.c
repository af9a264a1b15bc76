// Gather: choice of the algorithm.
#include "coll/internal.h"

// Up to here the root's time per message matters more than sending a block several times.
enum { COLL_GATHER_SHORT = 512, COLL_GATHER_MANY = 8 };

void coll_gather(const struct p2p_comm *comm, const void *send, size_t send_bytes, void *receive, size_t receive_bytes,
                 int root)
{
    coll_begin(comm);
    size_t bytes = comm->rank == root ? receive_bytes : send_bytes;
    const void *own = send;
    if (send == MPI_IN_PLACE) {
        own = (char *)receive + comm->rank * receive_bytes;
        send_bytes = receive_bytes;
    }
    if (bytes <= COLL_GATHER_SHORT && comm->size >= COLL_GATHER_MANY)
        coll_gather_binomial(comm, own, receive, bytes, root);
    else
        coll_gather_linear(comm, own, send_bytes, receive, receive_bytes, root);
}
