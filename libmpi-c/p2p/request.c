// The pool of requests.
#include "p2p/internal.h"

enum { P2P_REQUESTS_A_CHUNK = 32 };

static struct p2p_request *p2p_pool;

struct p2p_request p2p_sent = {.kind = P2P_SEND, .done = true, .comm = &p2p_world};

static void p2p_pool_put(struct p2p_request *request)
{
    request->kind = P2P_FREE;
    request->next = p2p_pool;
    p2p_pool = request;
}

static void p2p_pool_grow(void)
{
    struct p2p_request *chunk =
        p2p_allocate(P2P_REQUESTS_A_CHUNK * sizeof *chunk, "MPI: no memory for more requests under way");
    for (unsigned i = P2P_REQUESTS_A_CHUNK; i-- > 0;)
        p2p_pool_put(&chunk[i]);
}

struct p2p_request *p2p_request_new(void)
{
    if (p2p_pool == NULL)
        p2p_pool_grow();
    struct p2p_request *request = p2p_pool;
    p2p_pool = request->next;
    request->composite = false;
    return request;
}

void p2p_request_free(struct p2p_request *request)
{
    if (request != &p2p_sent)
        p2p_pool_put(request);
}

struct p2p_request *p2p_isend(enum p2p_kind kind, const struct p2p_comm *comm, enum p2p_context context,
                              const void *buffer, size_t bytes, int dest, int tag)
{
    if (kind == P2P_SEND && p2p_send_at_once(comm, context, buffer, bytes, dest, tag))
        return &p2p_sent;
    struct p2p_request *request = p2p_request_new();
    p2p_send_start(request, kind, comm, context, buffer, bytes, dest, tag);
    return request;
}

struct p2p_request *p2p_ireceive(const struct p2p_comm *comm, enum p2p_context context, void *buffer, size_t bytes,
                                 int source, int tag)
{
    struct p2p_request *request = p2p_request_new();
    p2p_receive_start(request, comm, context, buffer, bytes, source, tag);
    return request;
}
