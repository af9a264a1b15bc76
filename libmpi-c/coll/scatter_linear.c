// Scatter with a message from the root to each rank, all under way at once.
// Cost: a + (p − 1) n b.
#include "coll/algorithms.h"

static void coll_scatter_at_root(const struct p2p_comm *comm, const struct coll_blocks *send)
{
    struct p2p_request *requests = coll_scratch(NULL, 0, comm->size * sizeof *requests);
    for (int rank = 0; rank < comm->size; rank++) {
        if (rank != comm->rank)
            p2p_send_start(&requests[rank], P2P_SEND, comm, P2P_COLLECTIVE, coll_block(send, rank),
                           coll_block_bytes(send, rank), rank, COLL_SCATTER);
    }
    for (int rank = 0; rank < comm->size; rank++) {
        if (rank != comm->rank)
            p2p_wait(&requests[rank]);
    }
    coll_scratch_free(NULL, requests);
}

void coll_scatter_linear(const struct p2p_comm *comm, const struct coll_blocks *send, void *own, size_t receive_bytes,
                         int root)
{
    if (comm->rank != root) {
        coll_receive(comm, own, receive_bytes, root, COLL_SCATTER);
        return;
    }
    coll_copy(own, coll_block(send, root), coll_block_bytes(send, root));
    coll_scatter_at_root(comm, send);
}
