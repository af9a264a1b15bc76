// MPI_Request_get_status, and reading and setting of statuses (MPI 5.0 §3.7.6, §3.8.4, §13.3).
#include "api/request.h"

int PMPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status)
{
    api_enter("MPI_Request_get_status");
    if (flag == NULL)
        return api_explain_pointer("MPI_Request_get_status", NULL, "flag");
    if (request_is_bad(request))
        return request_explain("MPI_Request_get_status", request);
    *flag = request == MPI_REQUEST_NULL || p2p_test((struct p2p_request *)request);
    return *flag ? request_tell("MPI_Request_get_status", request, status) : MPI_SUCCESS;
}
API_WEAK(Request_get_status)

int PMPI_Test_cancelled(const MPI_Status *status, int *flag)
{
    api_enter("MPI_Test_cancelled");
    if (status == MPI_STATUS_IGNORE || flag == NULL)
        return api_explain_pointer("MPI_Test_cancelled", NULL, flag == NULL ? "flag" : "status");
    *flag = (status->MPI_internal[1] & STATUS_CANCELLED) != 0;
    return MPI_SUCCESS;
}
API_WEAK(Test_cancelled)

int PMPI_Status_set_cancelled(MPI_Status *status, int flag)
{
    api_enter("MPI_Status_set_cancelled");
    if (status == MPI_STATUS_IGNORE)
        return api_explain_pointer("MPI_Status_set_cancelled", NULL, "status");
    status->MPI_internal[1] = (status->MPI_internal[1] & ~STATUS_CANCELLED) | (flag ? STATUS_CANCELLED : 0);
    return MPI_SUCCESS;
}
API_WEAK(Status_set_cancelled)
