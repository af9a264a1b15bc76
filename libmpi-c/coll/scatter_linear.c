// Scatter with a message from the root to each rank, all under way at once.
// Cost: a + (p − 1) n b.
#include "coll/internal.h"

static void coll_scatter_at_root(const struct p2p_comm *comm, const char *send, size_t bytes)
{
    struct p2p_request *requests = coll_scratch(NULL, 0, comm->size * sizeof *requests);
    for (int rank = 0; rank < comm->size; rank++) {
        if (rank != comm->rank)
            p2p_send_start(&requests[rank], P2P_SEND, comm, P2P_COLLECTIVE, send + rank * bytes, bytes, rank,
                           COLL_SCATTER);
    }
    for (int rank = 0; rank < comm->size; rank++) {
        if (rank != comm->rank)
            p2p_wait(&requests[rank]);
    }
    coll_scratch_free(NULL, requests);
}

void coll_scatter_linear(const struct p2p_comm *comm, const void *send, size_t send_bytes, void *own,
                         size_t receive_bytes, int root)
{
    if (comm->rank != root) {
        coll_receive(comm, own, receive_bytes, root, COLL_SCATTER);
        return;
    }
    coll_copy(own, (const char *)send + root * send_bytes, send_bytes);
    coll_scatter_at_root(comm, send, send_bytes);
}
