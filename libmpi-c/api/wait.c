// Waiting for requests.
#include "api/request.h"

int PMPI_Wait(MPI_Request *request, MPI_Status *status)
{
    api_enter("MPI_Wait");
    if (request == NULL)
        return api_explain_pointer("MPI_Wait", NULL, "request");
    if (api_bad_request(*request))
        return api_explain_request("MPI_Wait", *request);
    if (*request != MPI_REQUEST_NULL)
        p2p_wait((struct p2p_request *)*request);
    return api_retire("MPI_Wait", request, status);
}
API_WEAK(Wait)

int PMPI_Waitall(int count, MPI_Request array_of_requests[], MPI_Status array_of_statuses[])
{
    api_enter("MPI_Waitall");
    int error = api_check_requests("MPI_Waitall", count, array_of_requests);
    if (error != MPI_SUCCESS)
        return error;
    for (int i = 0; i < count; i++) {
        if (array_of_requests[i] != MPI_REQUEST_NULL)
            p2p_wait((struct p2p_request *)array_of_requests[i]);
    }
    return api_retire_all("MPI_Waitall", count, array_of_requests, array_of_statuses);
}
API_WEAK(Waitall)

// The first request that is done; MPI_UNDEFINED when all are null, -1 when none is done.
static int api_first_done(int count, const MPI_Request requests[])
{
    int found = MPI_UNDEFINED;
    for (int i = 0; i < count; i++) {
        if (requests[i] == MPI_REQUEST_NULL)
            continue;
        if (api_is_done(requests[i]))
            return i;
        found = -1;
    }
    return found;
}

int PMPI_Waitany(int count, MPI_Request array_of_requests[], int *index, MPI_Status *status)
{
    api_enter("MPI_Waitany");
    int error = api_check_requests("MPI_Waitany", count, array_of_requests);
    if (error != MPI_SUCCESS)
        return error;
    if (index == NULL)
        return api_explain_pointer("MPI_Waitany", NULL, "index");
    int found;
    while ((found = api_first_done(count, array_of_requests)) == -1)
        p2p_progress();
    *index = found;
    if (found == MPI_UNDEFINED) {
        api_set_empty_status(status);
        return MPI_SUCCESS;
    }
    return api_retire("MPI_Waitany", &array_of_requests[found], status);
}
API_WEAK(Waitany)
