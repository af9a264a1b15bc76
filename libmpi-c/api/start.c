// Starting persistent requests, of messages and of collectives.
#include "api/request.h"

static int api_check_start(const char *function, MPI_Request handle)
{
    struct api_composite *request = (struct api_composite *)handle;
    if (handle == MPI_REQUEST_NULL || api_bad_request(handle))
        return api_explain_request(function, handle);
    if (!request->p2p.composite || !request->persistent)
        return api_error(NULL, MPI_ERR_REQUEST, "%s: the request %p is not persistent", function, (void *)handle);
    if (request->active)
        return api_error(NULL, MPI_ERR_REQUEST, "%s: the request %p is active already", function, (void *)handle);
    return MPI_SUCCESS;
}

static int api_start_request(MPI_Request handle)
{
    struct api_composite *request = (struct api_composite *)handle;
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
    int error = api_check_start("MPI_Start", *request);
    return error == MPI_SUCCESS ? api_start_request(*request) : error;
}
API_WEAK(Start)

int PMPI_Startall(int count, MPI_Request array_of_requests[])
{
    api_enter("MPI_Startall");
    int error = api_check_requests("MPI_Startall", count, array_of_requests);
    for (int i = 0; i < count && error == MPI_SUCCESS; i++)
        error = api_check_start("MPI_Startall", array_of_requests[i]);
    for (int i = 0; i < count && error == MPI_SUCCESS; i++)
        error = api_start_request(array_of_requests[i]);
    return error;
}
API_WEAK(Startall)
