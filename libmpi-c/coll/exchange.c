// The messages of collectives: point-to-point communication in the communicator's second context.
#include "coll/internal.h"

struct p2p_request coll_truncated;

void coll_wait(struct p2p_request *request)
{
    p2p_wait(request);
    if (request->error != MPI_SUCCESS && coll_truncated.error == MPI_SUCCESS)
        coll_truncated = *request;
}

void coll_send(const struct p2p_comm *comm, const void *buffer, size_t bytes, int dest, enum coll_tag tag)
{
    p2p_send(comm, P2P_COLLECTIVE, buffer, bytes, dest, tag);
}

void coll_receive(const struct p2p_comm *comm, void *buffer, size_t bytes, int source, enum coll_tag tag)
{
    struct p2p_request request;
    p2p_receive_start(&request, comm, P2P_COLLECTIVE, buffer, bytes, source, tag);
    coll_wait(&request);
}

void coll_exchange(const struct p2p_comm *comm, const void *out, size_t out_bytes, int dest, void *in, size_t in_bytes,
                   int source, enum coll_tag tag)
{
    struct p2p_request request;
    p2p_receive_start(&request, comm, P2P_COLLECTIVE, in, in_bytes, source, tag);
    p2p_send(comm, P2P_COLLECTIVE, out, out_bytes, dest, tag);
    coll_wait(&request);
}
