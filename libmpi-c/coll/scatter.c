// Scatter: choice of the algorithm, by the bytes of a block.
#include "coll/choices.h"

// The root may leave its block where it is: `receive` is MPI_IN_PLACE.
void coll_scatter(const struct p2p_comm *comm, const void *send, size_t send_bytes, void *receive,
                  size_t receive_bytes, int root)
{
    coll_begin(comm);
    size_t bytes = comm->rank == root ? send_bytes : receive_bytes;
    void *own = receive == MPI_IN_PLACE ? (char *)send + comm->rank * send_bytes : receive;
    if (coll_choose_scatter(comm, bytes, 0) == COLL_SCATTER_BINOMIAL) {
        coll_scatter_binomial(comm, send, own, bytes, root);
    } else {
        struct coll_blocks blocks = coll_even(send, send_bytes);
        coll_scatter_linear(comm, &blocks, own, receive_bytes, root);
    }
}

// Only the root knows the sizes, so there is one algorithm only.
void coll_scatterv(const struct p2p_comm *comm, const struct coll_blocks *send, void *receive, size_t receive_bytes,
                   int root)
{
    coll_begin(comm);
    coll_scatter_linear(comm, send, receive == MPI_IN_PLACE ? coll_block(send, root) : receive, receive_bytes, root);
}
