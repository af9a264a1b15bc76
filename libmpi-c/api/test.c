// Testing requests.
#include "api/multiple.h"

int PMPI_Test(MPI_Request *request, int *flag, MPI_Status *status)
{
    api_enter("MPI_Test");
    if (request == NULL || flag == NULL)
        return api_explain_pointer("MPI_Test", NULL, request == NULL ? "request" : "flag");
    if (request_is_bad(*request))
        return request_explain("MPI_Test", *request);
    *flag = *request == MPI_REQUEST_NULL || p2p_test((struct p2p_request *)*request);
    return *flag ? request_retire("MPI_Test", request, status) : MPI_SUCCESS;
}
API_WEAK(Test)

int PMPI_Testall(int count, MPI_Request array_of_requests[], int *flag, MPI_Status array_of_statuses[])
{
    api_enter("MPI_Testall");
    int error = request_check_all("MPI_Testall", count, array_of_requests);
    if (error != MPI_SUCCESS)
        return error;
    if (flag == NULL)
        return api_explain_pointer("MPI_Testall", NULL, "flag");
    bool all = true;
    for (int i = 0; i < count && all; i++)
        all = array_of_requests[i] == MPI_REQUEST_NULL || p2p_test((struct p2p_request *)array_of_requests[i]);
    *flag = all;
    return all ? request_retire_all("MPI_Testall", count, array_of_requests, array_of_statuses) : MPI_SUCCESS;
}
API_WEAK(Testall)

int PMPI_Testany(int count, MPI_Request array_of_requests[], int *index, int *flag, MPI_Status *status)
{
    api_enter("MPI_Testany");
    int error = request_check_all("MPI_Testany", count, array_of_requests);
    if (error != MPI_SUCCESS)
        return error;
    if (index == NULL || flag == NULL)
        return api_explain_pointer("MPI_Testany", NULL, index == NULL ? "index" : "flag");
    int found = request_find_done(count, array_of_requests);
    if (found == REQUEST_NONE_DONE) {
        p2p_poll();
        found = request_find_done(count, array_of_requests);
    }
    *flag = found != REQUEST_NONE_DONE;
    *index = *flag ? found : MPI_UNDEFINED;
    return *flag ? request_retire_found("MPI_Testany", found, array_of_requests, status) : MPI_SUCCESS;
}
API_WEAK(Testany)

int PMPI_Testsome(int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[],
                  MPI_Status array_of_statuses[])
{
    api_enter("MPI_Testsome");
    int error = request_check_some("MPI_Testsome", incount, array_of_requests, outcount, array_of_indices);
    if (error != MPI_SUCCESS)
        return error;
    p2p_poll();
    return request_retire_some("MPI_Testsome", incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
}
API_WEAK(Testsome)
