// Gather: choice of the algorithm, by the bytes of a block.
#include "coll/choices.h"

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
    if (coll_choose_gather(comm, bytes, 0) == COLL_GATHER_BINOMIAL) {
        coll_gather_binomial(comm, own, receive, bytes, root);
    } else {
        struct coll_blocks blocks = coll_even(receive, receive_bytes);
        coll_gather_linear(comm, own, send_bytes, &blocks, root);
    }
}

// Only the root knows the sizes, so there is one algorithm only.
void coll_gatherv(const struct p2p_comm *comm, const void *send, size_t send_bytes, const struct coll_blocks *receive,
                  int root)
{
    coll_begin(comm);
    bool in_place = send == MPI_IN_PLACE;
    coll_gather_linear(comm, in_place ? coll_block(receive, root) : send,
                       in_place ? coll_block_bytes(receive, root) : send_bytes, receive, root);
}
