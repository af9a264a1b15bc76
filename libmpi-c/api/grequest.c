// Generalised requests: requests for operations of the program (MPI 5.0 §13.2).
#include "api/request.h"

struct grequest {
    MPI_Grequest_query_function *query;
    MPI_Grequest_free_function *free;
    MPI_Grequest_cancel_function *cancel;
    void *extra_state;
};

static int grequest_finish(struct composite *request, const char *function, MPI_Status *status)
{
    const struct grequest *own = request->data;
    MPI_Status ignored;
    if (status == MPI_STATUS_IGNORE)
        status = &ignored;
    status_set_empty(status);
    int error = own->query != NULL ? own->query(own->extra_state, status) : MPI_SUCCESS;
    return error == MPI_SUCCESS || function == NULL
               ? error
               : api_error(NULL, error, "%s: the query function of a generalised request returned %d", function, error);
}

static void grequest_cancel(struct composite *request)
{
    const struct grequest *own = request->data;
    int error = own->cancel != NULL ? own->cancel(own->extra_state, request->p2p.done) : MPI_SUCCESS;
    if (error != MPI_SUCCESS)
        request->error = api_error(NULL, error, "MPI_Cancel: the cancel function of a generalised request returned %d", error);
}

static void grequest_free(struct composite *request)
{
    const struct grequest *own = request->data;
    if (own->free != NULL)
        own->free(own->extra_state);
}

static const struct composite_kind grequest_kind = {
    .finish = grequest_finish, .cancel = grequest_cancel, .free = grequest_free};

int PMPI_Grequest_start(MPI_Grequest_query_function *query_fn, MPI_Grequest_free_function *free_fn,
                        MPI_Grequest_cancel_function *cancel_fn, void *extra_state, MPI_Request *request)
{
    api_enter("MPI_Grequest_start");
    if (request == NULL)
        return api_explain_pointer("MPI_Grequest_start", NULL, "request");
    struct composite *composite = composite_new(&grequest_kind, sizeof(struct grequest));
    *(struct grequest *)composite->data = (struct grequest){query_fn, free_fn, cancel_fn, extra_state};
    composite->user_ends = true;
    *request = request_handle(&composite->p2p);
    return MPI_SUCCESS;
}
API_WEAK(Grequest_start)

int PMPI_Grequest_complete(MPI_Request request)
{
    api_enter("MPI_Grequest_complete");
    struct composite *composite = (struct composite *)request;
    if (request == MPI_REQUEST_NULL || request_is_bad(request) || !composite->p2p.composite ||
        composite->kind != &grequest_kind)
        return request_explain("MPI_Grequest_complete", request);
    composite->p2p.done = true;
    if (composite->freed)
        composite_free(composite);
    return MPI_SUCCESS;
}
API_WEAK(Grequest_complete)
