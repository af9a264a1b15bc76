// Messages of collectives: point-to-point communication in the communicator's context for collectives.
#include "coll/internal.h"

static void coll_note(const struct p2p_request *request)
{
    struct p2p_failure *failure = &((struct p2p_comm *)request->comm)->failure;
    if (request->error != MPI_SUCCESS && failure->arrived == 0)
        *failure = (struct p2p_failure){request->arrived, request->bytes, request->source};
}

void coll_wait(struct p2p_request *request)
{
    p2p_wait(request);
    coll_note(request);
}

void coll_send(const struct p2p_comm *comm, const void *buffer, size_t bytes, int dest, enum coll_tag tag)
{
    p2p_send(comm, P2P_COLLECTIVE, buffer, bytes, dest, tag);
}

void coll_receive(const struct p2p_comm *comm, void *buffer, size_t bytes, int source, enum coll_tag tag)
{
    struct p2p_request request;
    p2p_receive(&request, comm, P2P_COLLECTIVE, buffer, bytes, source, tag);
    coll_note(&request);
}

void coll_exchange(const struct p2p_comm *comm, const void *out, size_t out_bytes, int dest, void *in, size_t in_bytes,
                   int source, enum coll_tag tag)
{
    struct p2p_request request;
    p2p_exchange(&request, comm, P2P_COLLECTIVE, out, out_bytes, dest, tag, in, in_bytes, source, tag);
    coll_note(&request);
}

static inline bool coll_is_there(const struct p2p_comm *comm, int rank)
{
    return rank >= 0 && rank < comm->size;
}

void coll_shift(const struct p2p_comm *comm, const void *out, size_t out_bytes, int dest, void *in, size_t in_bytes,
                int source, enum coll_tag tag)
{
    bool sends = coll_is_there(comm, dest), receives = coll_is_there(comm, source);
    if (sends && receives)
        coll_exchange(comm, out, out_bytes, dest, in, in_bytes, source, tag);
    else if (sends)
        coll_send(comm, out, out_bytes, dest, tag);
    else if (receives)
        coll_receive(comm, in, in_bytes, source, tag);
}
