// Generalised requests: the user's own operations behind MPI's requests (MPI 5.0 §13.2).
#include "api/request.h"

struct api_grequest {
    MPI_Grequest_query_function *query;
    MPI_Grequest_free_function *free;
    MPI_Grequest_cancel_function *cancel;
    void *extra_state;
};

static int api_grequest_finish(struct api_composite *request, const char *function, MPI_Status *status)
{
    const struct api_grequest *own = request->data;
    MPI_Status unseen;
    if (status == MPI_STATUS_IGNORE)
        status = &unseen;
    api_set_empty_status(status);
    int error = own->query != NULL ? own->query(own->extra_state, status) : MPI_SUCCESS;
    return error == MPI_SUCCESS || function == NULL
               ? error
               : api_error(NULL, error, "%s: the query function of a generalised request returned %d", function, error);
}

static void api_grequest_cancel(struct api_composite *request)
{
    const struct api_grequest *own = request->data;
    int error = own->cancel != NULL ? own->cancel(own->extra_state, request->p2p.done) : MPI_SUCCESS;
    if (error != MPI_SUCCESS)
        request->error = api_error(NULL, error, "MPI_Cancel: the cancel function of a generalised request returned %d", error);
}

static void api_grequest_free(struct api_composite *request)
{
    const struct api_grequest *own = request->data;
    if (own->free != NULL)
        own->free(own->extra_state);
}

static const struct api_composite_kind api_grequest_kind = {
    .finish = api_grequest_finish, .cancel = api_grequest_cancel, .free = api_grequest_free};

int PMPI_Grequest_start(MPI_Grequest_query_function *query_fn, MPI_Grequest_free_function *free_fn,
                        MPI_Grequest_cancel_function *cancel_fn, void *extra_state, MPI_Request *request)
{
    api_enter("MPI_Grequest_start");
    if (request == NULL)
        return api_explain_pointer("MPI_Grequest_start", NULL, "request");
    struct api_composite *composite = api_composite_new(&api_grequest_kind, sizeof(struct api_grequest));
    *(struct api_grequest *)composite->data = (struct api_grequest){query_fn, free_fn, cancel_fn, extra_state};
    composite->user_ends = true;
    *request = api_request_handle(&composite->p2p);
    return MPI_SUCCESS;
}
API_WEAK(Grequest_start)

int PMPI_Grequest_complete(MPI_Request request)
{
    api_enter("MPI_Grequest_complete");
    struct api_composite *composite = (struct api_composite *)request;
    if (request == MPI_REQUEST_NULL || api_bad_request(request) || !composite->p2p.composite ||
        composite->kind != &api_grequest_kind)
        return api_explain_request("MPI_Grequest_complete", request);
    composite->p2p.done = true;
    if (composite->freed)
        api_composite_free(composite);
    return MPI_SUCCESS;
}
API_WEAK(Grequest_complete)
