// Messages to several ranks and from several ranks, all under way at once: for neighbourhood collectives, inter-communicators,
// and the linear algorithms.
// Cost: a + n b for n bytes in all, as the messages overlap.
#include "coll/algorithms.h"

static inline int coll_neighbor_rank(const int *ranks, int index)
{
    return ranks == NULL ? index : ranks[index];
}

static int coll_start_receives(const struct p2p_comm *comm, const struct coll_neighbors *neighbors,
                               const struct coll_blocks *receive, int except, enum coll_tag tag,
                               struct p2p_request *requests)
{
    int started = 0;
    for (int i = 0; i < neighbors->in_count; i++) {
        // Messages of one rank match in order. If one rank is the neighbour on both sides, its first message is the one for its
        // lower neighbour, which this rank receives from its upper side.
        int index = neighbors->opposite ? i ^ 1 : i;
        int source = coll_neighbor_rank(neighbors->in, index);
        if (source == MPI_PROC_NULL || source == except)
            continue;
        p2p_receive_start(&requests[started++], comm, P2P_COLLECTIVE, coll_block(receive, index),
                          coll_block_bytes(receive, index), source, tag);
    }
    return started;
}

static int coll_start_sends(const struct p2p_comm *comm, const struct coll_neighbors *neighbors,
                            const struct coll_blocks *send, int except, enum coll_tag tag, struct p2p_request *requests)
{
    int started = 0;
    for (int i = 0; i < neighbors->out_count; i++) {
        int dest = coll_neighbor_rank(neighbors->out, i);
        if (dest == MPI_PROC_NULL || dest == except)
            continue;
        p2p_send_start(&requests[started++], P2P_SEND, comm, P2P_COLLECTIVE, coll_block(send, i),
                       coll_block_bytes(send, i), dest, tag);
    }
    return started;
}

static void coll_linear_but(const struct p2p_comm *comm, const struct coll_neighbors *neighbors,
                            const struct coll_blocks *send, const struct coll_blocks *receive, int except,
                            enum coll_tag tag)
{
    int most = neighbors->in_count + neighbors->out_count;
    struct p2p_request *requests = coll_scratch(NULL, 0, (most + 1) * sizeof *requests);
    int receives = coll_start_receives(comm, neighbors, receive, except, tag, requests);
    int sends = coll_start_sends(comm, neighbors, send, except, tag, requests + receives);
    for (int i = 0; i < receives; i++)
        coll_wait(&requests[i]);
    for (int i = receives; i < receives + sends; i++)
        p2p_wait(&requests[i]);
    coll_scratch_free(NULL, requests);
}

void coll_linear(const struct p2p_comm *comm, const struct coll_neighbors *neighbors, const struct coll_blocks *send,
                 const struct coll_blocks *receive, enum coll_tag tag)
{
    coll_linear_but(comm, neighbors, send, receive, MPI_PROC_NULL, tag);
}

void coll_linear_others(const struct p2p_comm *comm, const struct coll_blocks *send, const struct coll_blocks *receive,
                        enum coll_tag tag)
{
    struct coll_neighbors all = {.out_count = comm->size, .in_count = comm->size};
    coll_linear_but(comm, &all, send, receive, comm->rank, tag);
}

void coll_neighbor(const struct p2p_comm *comm, const struct coll_neighbors *neighbors, const struct coll_blocks *send,
                   const struct coll_blocks *receive)
{
    coll_begin(comm);
    coll_linear(comm, neighbors, send, receive, COLL_NEIGHBOR);
}
