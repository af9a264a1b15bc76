// Cancelling requests, and giving them up (MPI 5.0 §3.7.3, §3.8.4).
#include "api/detached.h"
#include "p2p/agent.h"

// A request that the user has freed, and that goes on until it is done.
struct api_detached {
    struct p2p_agent agent;
    struct p2p_request *request;
    bool is_send;
};

static unsigned api_detached_sends;

static bool api_detached_ready(const struct p2p_agent *agent)
{
    return ((const struct api_detached *)agent)->request->done;
}

static void api_detached_advance(struct p2p_agent *agent)
{
    struct api_detached *detached = (struct api_detached *)agent;
    p2p_agent_remove(agent);
    api_detached_sends -= detached->is_send;
    api_request_release(detached->request);
    p2p_free(detached);
}

static void api_detached_new(struct p2p_request *request)
{
    struct api_detached *detached = p2p_allocate(sizeof *detached, "MPI_Request_free: no memory to keep an active request");
    *detached = (struct api_detached){{.ready = api_detached_ready, .advance = api_detached_advance}, request,
                                  request->kind != P2P_RECEIVE && request->kind != P2P_COMPOSITE};
    api_detached_sends += detached->is_send;
    p2p_agent_add(&detached->agent);
}

void api_detached_finish_sends(void)
{
    while (api_detached_sends != 0)
        p2p_progress();
}

int PMPI_Request_free(MPI_Request *request)
{
    api_enter("MPI_Request_free");
    if (request == NULL)
        return api_explain_pointer("MPI_Request_free", NULL, "request");
    if (api_bad_request(*request) || *request == MPI_REQUEST_NULL)
        return api_explain_request("MPI_Request_free", *request);
    struct p2p_request *freed = (struct p2p_request *)*request;
    struct api_composite *composite = freed->composite ? (struct api_composite *)freed : NULL;
    if (freed->done)
        api_request_release(freed);
    else if (composite != NULL && composite->user_ends)
        composite->freed = true;
    else
        api_detached_new(freed);
    *request = MPI_REQUEST_NULL;
    return MPI_SUCCESS;
}
API_WEAK(Request_free)

// Sends go on: they cannot be cancelled, and end as if nobody had tried (MPI 5.0 §3.8.4).
int PMPI_Cancel(MPI_Request *request)
{
    api_enter("MPI_Cancel");
    if (request == NULL)
        return api_explain_pointer("MPI_Cancel", NULL, "request");
    if (api_bad_request(*request) || *request == MPI_REQUEST_NULL)
        return api_explain_request("MPI_Cancel", *request);
    if (api_is_inactive(*request))
        return api_error(NULL, MPI_ERR_REQUEST, "MPI_Cancel: the request %p has not been started", (void *)*request);
    struct api_composite *composite = (struct api_composite *)*request;
    if (!composite->p2p.composite) {
        p2p_cancel(&composite->p2p);
        return MPI_SUCCESS;
    }
    composite->error = MPI_SUCCESS;
    if (composite->kind->cancel != NULL)
        composite->kind->cancel(composite);
    return composite->error;
}
API_WEAK(Cancel)
