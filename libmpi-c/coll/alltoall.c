// Exchange of all with all: choice of the algorithm, by the bytes of a block; with or without a second buffer.
#include "coll/choices.h"

void coll_alltoall(const struct p2p_comm *comm, const void *send, size_t send_bytes, void *receive,
                   size_t receive_bytes)
{
    coll_begin(comm);
    struct coll_blocks in = coll_even(receive, receive_bytes);
    if (send == MPI_IN_PLACE) {
        coll_alltoall_in_place(comm, &in);
        return;
    }
    struct coll_blocks out = coll_even(send, send_bytes);
    switch (coll_choose_alltoall(comm, receive_bytes, 0)) {
    case COLL_ALLTOALL_BRUCK:
        coll_alltoall_bruck(comm, send, receive, receive_bytes);
        break;
    case COLL_ALLTOALL_LINEAR:
        coll_copy(coll_block(&in, comm->rank), coll_block(&out, comm->rank), send_bytes);
        coll_linear_others(comm, &out, &in, COLL_ALLTOALL);
        break;
    default:
        coll_alltoall_pairwise(comm, &out, &in);
    }
}

// Sizes differ from rank to rank, so the choice cannot depend on them; only the environment can choose.
void coll_alltoallv(const struct p2p_comm *comm, const struct coll_blocks *send, const struct coll_blocks *receive)
{
    coll_begin(comm);
    if (send == NULL) {
        coll_alltoall_in_place(comm, receive);
    } else if (coll_choose_alltoallv(comm, 0, 0) == COLL_ALLTOALLV_LINEAR) {
        coll_copy(coll_block(receive, comm->rank), coll_block(send, comm->rank), coll_block_bytes(send, comm->rank));
        coll_linear_others(comm, send, receive, COLL_ALLTOALL);
    } else {
        coll_alltoall_pairwise(comm, send, receive);
    }
}
