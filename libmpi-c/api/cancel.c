// Cancelling requests, and giving them up (MPI 5.0 §3.7.3, §3.8.4).
#include "api/orphan.h"
#include "p2p/agent.h"

// A request that the user has freed, and that goes on until it is done.
struct api_orphan {
    struct p2p_agent agent;
    struct p2p_request *request;
    bool is_send;
};

static unsigned api_orphaned_sends;

static bool api_orphan_ready(const struct p2p_agent *agent)
{
    return ((const struct api_orphan *)agent)->request->done;
}

static void api_orphan_advance(struct p2p_agent *agent)
{
    struct api_orphan *orphan = (struct api_orphan *)agent;
    p2p_agent_remove(agent);
    api_orphaned_sends -= orphan->is_send;
    api_request_release(orphan->request);
    p2p_free(orphan);
}

static void api_orphan_new(struct p2p_request *request)
{
    struct api_orphan *orphan = p2p_allocate(sizeof *orphan, "MPI_Request_free: no memory to keep an active request");
    *orphan = (struct api_orphan){{.ready = api_orphan_ready, .advance = api_orphan_advance}, request,
                                  request->kind != P2P_RECEIVE && request->kind != P2P_SPECIAL};
    api_orphaned_sends += orphan->is_send;
    p2p_agent_add(&orphan->agent);
}

void api_orphans_send(void)
{
    while (api_orphaned_sends != 0)
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
    struct api_special *special = freed->special ? (struct api_special *)freed : NULL;
    if (freed->done)
        api_request_release(freed);
    else if (special != NULL && special->user_ends)
        special->freed = true;
    else
        api_orphan_new(freed);
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
    struct api_special *special = (struct api_special *)*request;
    if (!special->p2p.special) {
        p2p_cancel(&special->p2p);
        return MPI_SUCCESS;
    }
    special->error = MPI_SUCCESS;
    if (special->kind->cancel != NULL)
        special->kind->cancel(special);
    return special->error;
}
API_WEAK(Cancel)
