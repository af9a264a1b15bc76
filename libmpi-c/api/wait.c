// Waiting for requests.
#include "api/multiple.h"

int PMPI_Wait(MPI_Request *request, MPI_Status *status)
{
    api_enter("MPI_Wait");
    if (request == NULL)
        return api_explain_pointer("MPI_Wait", NULL, "request");
    if (request_is_bad(*request))
        return request_explain("MPI_Wait", *request);
    if (*request != MPI_REQUEST_NULL)
        p2p_wait((struct p2p_request *)*request);
    return request_retire("MPI_Wait", request, status);
}
API_WEAK(Wait)

int PMPI_Waitall(int count, MPI_Request array_of_requests[], MPI_Status array_of_statuses[])
{
    api_enter("MPI_Waitall");
    int error = request_check_all("MPI_Waitall", count, array_of_requests);
    if (error != MPI_SUCCESS)
        return error;
    for (int i = 0; i < count; i++) {
        if (array_of_requests[i] != MPI_REQUEST_NULL)
            p2p_wait((struct p2p_request *)array_of_requests[i]);
    }
    return request_retire_all("MPI_Waitall", count, array_of_requests, array_of_statuses);
}
API_WEAK(Waitall)

int PMPI_Waitany(int count, MPI_Request array_of_requests[], int *index, MPI_Status *status)
{
    api_enter("MPI_Waitany");
    int error = request_check_all("MPI_Waitany", count, array_of_requests);
    if (error != MPI_SUCCESS)
        return error;
    if (index == NULL)
        return api_explain_pointer("MPI_Waitany", NULL, "index");
    int found;
    while ((found = request_find_done(count, array_of_requests)) == REQUEST_NONE_DONE)
        p2p_progress();
    *index = found;
    return request_retire_found("MPI_Waitany", found, array_of_requests, status);
}
API_WEAK(Waitany)

int PMPI_Waitsome(int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[],
                  MPI_Status array_of_statuses[])
{
    api_enter("MPI_Waitsome");
    int error = request_check_some("MPI_Waitsome", incount, array_of_requests, outcount, array_of_indices);
    if (error != MPI_SUCCESS)
        return error;
    while (request_find_done(incount, array_of_requests) == REQUEST_NONE_DONE)
        p2p_progress();
    return request_retire_some("MPI_Waitsome", incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
}
API_WEAK(Waitsome)
