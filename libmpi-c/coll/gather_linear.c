// Gather with a message from each rank to the root, which posts all receives first.
// Cost: a + (p − 1) n b, as the messages overlap.
#include "coll/algorithms.h"

static void coll_gather_at_root(const struct p2p_comm *comm, const struct coll_blocks *receive)
{
    struct p2p_request *requests = coll_scratch(NULL, 0, comm->size * sizeof *requests);
    for (int rank = 0; rank < comm->size; rank++) {
        if (rank != comm->rank)
            p2p_receive_start(&requests[rank], comm, P2P_COLLECTIVE, coll_block(receive, rank),
                              coll_block_bytes(receive, rank), rank, COLL_GATHER);
    }
    for (int rank = 0; rank < comm->size; rank++) {
        if (rank != comm->rank)
            coll_wait(&requests[rank]);
    }
    coll_scratch_free(NULL, requests);
}

void coll_gather_linear(const struct p2p_comm *comm, const void *own, size_t send_bytes,
                        const struct coll_blocks *receive, int root)
{
    if (comm->rank != root) {
        coll_send(comm, own, send_bytes, root, COLL_GATHER);
        return;
    }
    coll_copy(coll_block(receive, root), own, send_bytes);
    coll_gather_at_root(comm, receive);
}
