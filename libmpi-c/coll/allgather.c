// Gather to all ranks: choice of the algorithm.
#include "coll/internal.h"

// Up to here, in total, the number of messages matters more than a copy and neighbours.
enum { COLL_ALLGATHER_SHORT = 32 << 10 };

void coll_allgather(const struct p2p_comm *comm, const void *send, size_t send_bytes, void *receive,
                    size_t bytes)
{
    coll_begin(comm);
    if (send != MPI_IN_PLACE)
        coll_copy((char *)receive + comm->rank * bytes, send, send_bytes);
    if (bytes * comm->size <= COLL_ALLGATHER_SHORT)
        coll_allgather_bruck(comm, receive, bytes);
    else
        coll_allgather_ring(comm, receive, bytes);
}
