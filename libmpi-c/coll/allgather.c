// Gather to all ranks: choice of the algorithm, by the bytes of all blocks.
#include "coll/choices.h"

void coll_allgather(const struct p2p_comm *comm, const void *send, size_t send_bytes, void *receive,
                    size_t bytes)
{
    coll_begin(comm);
    if (send != MPI_IN_PLACE)
        coll_copy((char *)receive + comm->rank * bytes, send, send_bytes);
    struct coll_blocks blocks = coll_even(receive, bytes);
    switch (coll_choose_allgather(comm, bytes * comm->size, coll_uneven(comm))) {
    case COLL_ALLGATHER_BRUCK:
        coll_allgather_bruck(comm, receive, bytes);
        break;
    case COLL_ALLGATHER_DOUBLING:
        coll_allgather_doubling(comm, receive, bytes);
        break;
    case COLL_ALLGATHER_LINEAR:
        coll_allgather_linear(comm, &blocks);
        break;
    default:
        coll_allgather_ring(comm, &blocks);
    }
}

void coll_allgatherv(const struct p2p_comm *comm, const void *send, size_t send_bytes, const struct coll_blocks *receive)
{
    coll_begin(comm);
    if (send != MPI_IN_PLACE)
        coll_copy(coll_block(receive, comm->rank), send, send_bytes);
    size_t bytes = 0;
    for (int rank = 0; rank < comm->size; rank++)
        bytes += coll_block_bytes(receive, rank);
    switch (coll_choose_allgatherv(comm, bytes, 0)) {
    case COLL_ALLGATHERV_BRUCK:
        coll_allgatherv_bruck(comm, receive);
        break;
    case COLL_ALLGATHERV_LINEAR:
        coll_allgather_linear(comm, receive);
        break;
    default:
        coll_allgather_ring(comm, receive);
    }
}
