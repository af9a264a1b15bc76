// Functions that all functions completing requests share.
#include "api/communicator.h"
#include "api/request.h"

#include <stdlib.h>
#include <string.h>

struct p2p_request request_of_proc_null = {
    .kind = P2P_RECEIVE, .done = true, .comm = &p2p_self, .source = MPI_PROC_NULL, .tag = MPI_ANY_TAG};

int request_explain(const char *function, MPI_Request handle)
{
    if (handle == MPI_REQUEST_NULL)
        return api_error(NULL, MPI_ERR_REQUEST, "%s: the request is MPI_REQUEST_NULL", function);
    return api_error(NULL, MPI_ERR_REQUEST, "%s: invalid request %p%s", function, (void *)handle,
                     (uintptr_t)handle < P2P_FIRST_POINTER ? "" : " (has it been completed already?)");
}

int request_check_all(const char *function, int count, const MPI_Request requests[])
{
    if (count < 0)
        return api_error(NULL, MPI_ERR_COUNT, "%s: negative count %d", function, count);
    if (requests == NULL && count > 0)
        return api_explain_pointer(function, NULL, "array_of_requests");
    for (int i = 0; i < count; i++) {
        if (request_is_bad(requests[i]))
            return request_explain(function, requests[i]);
    }
    return MPI_SUCCESS;
}

// Freed composite requests, to be used again. Their memory is never used for anything else, so a stale handle is recognised.
static struct p2p_request *composite_idle;

struct composite *composite_new(const struct composite_kind *kind, size_t data_bytes)
{
    struct composite *request = (struct composite *)composite_idle;
    if (request != NULL)
        composite_idle = request->p2p.next;
    else
        request = p2p_allocate(sizeof *request, "MPI: no memory for another request");
    memset(request, 0, sizeof *request);
    request->p2p.kind = P2P_COMPOSITE;
    request->p2p.composite = true;
    request->p2p.comm = &p2p_self;
    request->kind = kind;
    request->active = true;
    if (data_bytes != 0)
        request->data = memset(p2p_allocate(data_bytes, "MPI: no memory for another request"), 0, data_bytes);
    return request;
}

void composite_free(struct composite *request)
{
    if (request->kind->free != NULL)
        request->kind->free(request);
    p2p_free(request->data);
    request->p2p.kind = P2P_FREE;
    request->p2p.next = composite_idle;
    composite_idle = &request->p2p;
}

int request_outcome(const char *function, const struct p2p_request *request, MPI_Status *status)
{
    if (request->kind == P2P_CANCELLED) {
        status_set_cancelled(status);
        return MPI_SUCCESS;
    }
    if (request->kind != P2P_RECEIVE) {
        status_set_empty(status);
        return MPI_SUCCESS;
    }
    status_set_receive(status, request);
    return request->error == MPI_SUCCESS || function == NULL ? request->error : api_truncated_request(function, request);
}

int request_tell(const char *function, MPI_Request handle, MPI_Status *status)
{
    struct composite *composite = (struct composite *)handle;
    if (request_is_inactive(handle)) {
        status_set_empty(status);
        return MPI_SUCCESS;
    }
    if (composite->p2p.composite)
        return composite->kind->finish(composite, function, status);
    return request_outcome(function, &composite->p2p, status);
}

int request_retire(const char *function, MPI_Request *handle, MPI_Status *status)
{
    struct p2p_request *request = (struct p2p_request *)*handle;
    int error = request_tell(function, *handle, status);
    if (request_is_inactive(*handle))
        return error;
    struct composite *composite = request->composite ? (struct composite *)request : NULL;
    if (composite != NULL && composite->persistent) {
        composite->active = false;
        return error;
    }
    *handle = MPI_REQUEST_NULL;
    request_release(request);
    return error;
}

void request_release(struct p2p_request *request)
{
    if (request->composite) {
        composite_free((struct composite *)request);
        return;
    }
    if (request_keeps_comm(request))
        comm_release(request->comm);
    if (request != &request_of_proc_null)
        p2p_request_free(request);
}

// MPI_ERROR is set only if one of the requests has failed (MPI 5.0 §3.2.5); then also in the statuses before it, which succeeded.
void request_note_error(int error, int index, MPI_Status statuses[], int *result)
{
    if (statuses == MPI_STATUSES_IGNORE) {
        *result = error == MPI_SUCCESS ? *result : MPI_ERR_IN_STATUS;
        return;
    }
    if (error != MPI_SUCCESS && *result == MPI_SUCCESS) {
        *result = MPI_ERR_IN_STATUS;
        for (int i = 0; i < index; i++)
            statuses[i].MPI_ERROR = MPI_SUCCESS;
    }
    if (*result != MPI_SUCCESS)
        statuses[index].MPI_ERROR = error;
}

int request_retire_all(const char *function, int count, MPI_Request requests[], MPI_Status statuses[])
{
    int result = MPI_SUCCESS;
    for (int i = 0; i < count; i++) {
        MPI_Status *status = statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[i];
        request_note_error(request_retire(function, &requests[i], status), i, statuses, &result);
    }
    return result;
}
