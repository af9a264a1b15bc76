// Testing requests.
#include "api/request.h"

int PMPI_Test(MPI_Request *request, int *flag, MPI_Status *status)
{
    api_enter("MPI_Test");
    if (request == NULL || flag == NULL)
        return api_explain_pointer("MPI_Test", NULL, request == NULL ? "request" : "flag");
    if (api_bad_request(*request))
        return api_explain_request("MPI_Test", *request);
    *flag = *request == MPI_REQUEST_NULL || p2p_test((struct p2p_request *)*request);
    return *flag ? api_retire("MPI_Test", request, status) : MPI_SUCCESS;
}
API_WEAK(Test)

int PMPI_Testall(int count, MPI_Request array_of_requests[], int *flag, MPI_Status array_of_statuses[])
{
    api_enter("MPI_Testall");
    int error = api_check_requests("MPI_Testall", count, array_of_requests);
    if (error != MPI_SUCCESS)
        return error;
    if (flag == NULL)
        return api_explain_pointer("MPI_Testall", NULL, "flag");
    bool all = true;
    for (int i = 0; i < count && all; i++)
        all = array_of_requests[i] == MPI_REQUEST_NULL || p2p_test((struct p2p_request *)array_of_requests[i]);
    *flag = all;
    return all ? api_retire_all("MPI_Testall", count, array_of_requests, array_of_statuses) : MPI_SUCCESS;
}
API_WEAK(Testall)
