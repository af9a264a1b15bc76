// Starting persistent requests, of messages and of collectives.
#include "api/request.h"

static int request_check_start(const char *function, MPI_Request handle)
{
    struct composite *request = (struct composite *)handle;
    if (handle == MPI_REQUEST_NULL || request_is_bad(handle))
        return request_explain(function, handle);
    if (!request->p2p.composite || !request->persistent)
        return api_error(NULL, MPI_ERR_REQUEST, "%s: the request %p is not persistent", function, (void *)handle);
    if (request->active)
        return api_error(NULL, MPI_ERR_REQUEST, "%s: the request %p is active already", function, (void *)handle);
    return MPI_SUCCESS;
}

static int request_start_request(MPI_Request handle)
{
    struct composite *request = (struct composite *)handle;
    request->active = true;
    request->p2p.done = false;
    request->error = MPI_SUCCESS;
    request->kind->start(request);
    if (request->error != MPI_SUCCESS) {
        request->active = false;
        request->p2p.done = true;
    }
    return request->error;
}

int PMPI_Start(MPI_Request *request)
{
    api_enter("MPI_Start");
    if (request == NULL)
        return api_explain_pointer("MPI_Start", NULL, "request");
    int error = request_check_start("MPI_Start", *request);
    return error == MPI_SUCCESS ? request_start_request(*request) : error;
}
API_WEAK(Start)

int PMPI_Startall(int count, MPI_Request array_of_requests[])
{
    api_enter("MPI_Startall");
    int error = request_check_all("MPI_Startall", count, array_of_requests);
    for (int i = 0; i < count && error == MPI_SUCCESS; i++)
        error = request_check_start("MPI_Startall", array_of_requests[i]);
    for (int i = 0; i < count && error == MPI_SUCCESS; i++)
        error = request_start_request(array_of_requests[i]);
    return error;
}
API_WEAK(Startall)
