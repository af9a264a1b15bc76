// What the functions that complete requests have in common.
#include "api/communicator.h"
#include "api/request.h"

#include <stdlib.h>
#include <string.h>

struct p2p_request api_proc_null_request = {
    .kind = P2P_RECEIVE, .done = true, .comm = &p2p_self, .source = MPI_PROC_NULL, .tag = MPI_ANY_TAG};

int api_explain_request(const char *function, MPI_Request handle)
{
    if (handle == MPI_REQUEST_NULL)
        return api_error(NULL, MPI_ERR_REQUEST, "%s: the request is MPI_REQUEST_NULL", function);
    return api_error(NULL, MPI_ERR_REQUEST, "%s: invalid request %p%s", function, (void *)handle,
                     (uintptr_t)handle < P2P_FIRST_POINTER ? "" : " (has it been completed already?)");
}

int api_check_requests(const char *function, int count, const MPI_Request requests[])
{
    if (count < 0)
        return api_error(NULL, MPI_ERR_COUNT, "%s: negative count %d", function, count);
    if (requests == NULL && count > 0)
        return api_explain_pointer(function, NULL, "array_of_requests");
    for (int i = 0; i < count; i++) {
        if (api_bad_request(requests[i]))
            return api_explain_request(function, requests[i]);
    }
    return MPI_SUCCESS;
}

// The pool of composite requests: their memory stays what it is, as that of others does.
static struct p2p_request *api_composites;

struct api_composite *api_composite_new(const struct api_composite_kind *kind, size_t data_bytes)
{
    struct api_composite *request = (struct api_composite *)api_composites;
    if (request != NULL)
        api_composites = request->p2p.next;
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

void api_composite_free(struct api_composite *request)
{
    if (request->kind->free != NULL)
        request->kind->free(request);
    p2p_free(request->data);
    request->p2p.kind = P2P_FREE;
    request->p2p.next = api_composites;
    api_composites = &request->p2p;
}

int api_request_outcome(const char *function, const struct p2p_request *request, MPI_Status *status)
{
    if (request->kind == P2P_CANCELLED) {
        api_set_cancelled_status(status);
        return MPI_SUCCESS;
    }
    if (request->kind != P2P_RECEIVE) {
        api_set_empty_status(status);
        return MPI_SUCCESS;
    }
    api_set_receive_status(status, request);
    return request->error == MPI_SUCCESS || function == NULL ? request->error : api_truncated_request(function, request);
}

int api_request_tell(const char *function, MPI_Request handle, MPI_Status *status)
{
    struct api_composite *composite = (struct api_composite *)handle;
    if (api_is_inactive(handle)) {
        api_set_empty_status(status);
        return MPI_SUCCESS;
    }
    if (composite->p2p.composite)
        return composite->kind->finish(composite, function, status);
    return api_request_outcome(function, &composite->p2p, status);
}

int api_retire(const char *function, MPI_Request *handle, MPI_Status *status)
{
    struct p2p_request *request = (struct p2p_request *)*handle;
    int error = api_request_tell(function, *handle, status);
    if (api_is_inactive(*handle))
        return error;
    struct api_composite *composite = request->composite ? (struct api_composite *)request : NULL;
    if (composite != NULL && composite->persistent) {
        composite->active = false;
        return error;
    }
    *handle = MPI_REQUEST_NULL;
    api_request_release(request);
    return error;
}

void api_request_release(struct p2p_request *request)
{
    if (request->composite) {
        api_composite_free((struct api_composite *)request);
        return;
    }
    if (api_keeps_comm(request))
        api_comm_release(request->comm);
    if (request != &api_proc_null_request)
        p2p_request_free(request);
}

// MPI_ERROR is set if, and only if, one of several requests has failed (MPI 5.0 §3.2.5); those before it have not.
void api_note_error(int error, int index, MPI_Status statuses[], int *result)
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

int api_retire_all(const char *function, int count, MPI_Request requests[], MPI_Status statuses[])
{
    int result = MPI_SUCCESS;
    for (int i = 0; i < count; i++) {
        MPI_Status *status = statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[i];
        api_note_error(api_retire(function, &requests[i], status), i, statuses, &result);
    }
    return result;
}
