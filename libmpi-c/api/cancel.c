// MPI_Cancel and MPI_Request_free (MPI 5.0 §3.7.3, §3.8.4).
#include "api/detached.h"
#include "p2p/agent.h"

// A request that the program has freed while it was active. The agent frees it when it is done.
struct detached {
    struct p2p_agent agent;
    struct p2p_request *request;
    bool is_send;
};

static unsigned detached_sends;

static bool detached_ready(const struct p2p_agent *agent)
{
    return ((const struct detached *)agent)->request->done;
}

static void detached_advance(struct p2p_agent *agent)
{
    struct detached *detached = (struct detached *)agent;
    p2p_agent_remove(agent);
    detached_sends -= detached->is_send;
    request_release(detached->request);
    p2p_free(detached);
}

static void detached_new(struct p2p_request *request)
{
    struct detached *detached = p2p_allocate(sizeof *detached, "MPI_Request_free: no memory to keep an active request");
    *detached = (struct detached){{.ready = detached_ready, .advance = detached_advance}, request,
                                  request->kind != P2P_RECEIVE && request->kind != P2P_COMPOSITE};
    detached_sends += detached->is_send;
    p2p_agent_add(&detached->agent);
}

void detached_finish_sends(void)
{
    while (detached_sends != 0)
        p2p_progress();
}

int PMPI_Request_free(MPI_Request *request)
{
    api_enter("MPI_Request_free");
    if (request == NULL)
        return api_explain_pointer("MPI_Request_free", NULL, "request");
    if (request_is_bad(*request) || *request == MPI_REQUEST_NULL)
        return request_explain("MPI_Request_free", *request);
    struct p2p_request *freed = (struct p2p_request *)*request;
    struct composite *composite = freed->composite ? (struct composite *)freed : NULL;
    if (freed->done)
        request_release(freed);
    else if (composite != NULL && composite->user_ends)
        composite->freed = true;
    else
        detached_new(freed);
    *request = MPI_REQUEST_NULL;
    return MPI_SUCCESS;
}
API_WEAK(Request_free)

void request_cancel(struct p2p_request *request)
{
    if (request->kind == P2P_RECEIVE)
        p2p_cancel_receive(request);
    else
        p2p_cancel_send(request);
}

int PMPI_Cancel(MPI_Request *request)
{
    api_enter("MPI_Cancel");
    if (request == NULL)
        return api_explain_pointer("MPI_Cancel", NULL, "request");
    if (request_is_bad(*request) || *request == MPI_REQUEST_NULL)
        return request_explain("MPI_Cancel", *request);
    if (request_is_inactive(*request))
        return api_error(NULL, MPI_ERR_REQUEST, "MPI_Cancel: the request %p has not been started", (void *)*request);
    struct composite *composite = (struct composite *)*request;
    if (!composite->p2p.composite) {
        request_cancel(&composite->p2p);
        return MPI_SUCCESS;
    }
    composite->error = MPI_SUCCESS;
    if (composite->kind->cancel != NULL)
        composite->kind->cancel(composite);
    return composite->error;
}
API_WEAK(Cancel)
