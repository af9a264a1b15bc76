// Gather with a message from each rank to the root, which posts all receives first.
// Cost: a + (p − 1) n b, as the messages overlap.
#include "coll/internal.h"

static void coll_gather_at_root(const struct p2p_comm *comm, char *receive, size_t bytes)
{
    struct p2p_request *requests = coll_scratch(NULL, 0, comm->size * sizeof *requests);
    for (int rank = 0; rank < comm->size; rank++) {
        if (rank != comm->rank)
            p2p_receive_start(&requests[rank], comm, P2P_COLLECTIVE, receive + rank * bytes, bytes, rank, COLL_GATHER);
    }
    for (int rank = 0; rank < comm->size; rank++) {
        if (rank != comm->rank)
            coll_wait(&requests[rank]);
    }
    coll_scratch_free(NULL, requests);
}

void coll_gather_linear(const struct p2p_comm *comm, const void *own, size_t send_bytes, void *receive,
                        size_t receive_bytes, int root)
{
    if (comm->rank != root) {
        coll_send(comm, own, send_bytes, root, COLL_GATHER);
        return;
    }
    coll_copy((char *)receive + root * receive_bytes, own, send_bytes);
    coll_gather_at_root(comm, receive, receive_bytes);
}
