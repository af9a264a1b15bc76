// MPI_Request_get_status_all, _any and _some (MPI 5.0 §3.7.6): as MPI_Testall and its kin, but the requests stay.
#include "api/multiple.h"

int PMPI_Request_get_status_all(int count, const MPI_Request array_of_requests[], int *flag, MPI_Status array_of_statuses[])
{
    api_enter("MPI_Request_get_status_all");
    int error = request_check_all("MPI_Request_get_status_all", count, array_of_requests);
    if (error != MPI_SUCCESS)
        return error;
    if (flag == NULL)
        return api_explain_pointer("MPI_Request_get_status_all", NULL, "flag");
    p2p_poll();
    bool all = true;
    for (int i = 0; i < count && all; i++)
        all = request_is_inactive(array_of_requests[i]) || request_is_done(array_of_requests[i]);
    *flag = all;
    int result = MPI_SUCCESS;
    for (int i = 0; i < count && all; i++) {
        MPI_Status *status = array_of_statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &array_of_statuses[i];
        error = request_tell("MPI_Request_get_status_all", array_of_requests[i], status);
        request_note_error(error, i, array_of_statuses, &result);
    }
    return result;
}
API_WEAK(Request_get_status_all)

int PMPI_Request_get_status_any(int count, const MPI_Request array_of_requests[], int *index, int *flag, MPI_Status *status)
{
    api_enter("MPI_Request_get_status_any");
    int error = request_check_all("MPI_Request_get_status_any", count, array_of_requests);
    if (error != MPI_SUCCESS)
        return error;
    if (index == NULL || flag == NULL)
        return api_explain_pointer("MPI_Request_get_status_any", NULL, index == NULL ? "index" : "flag");
    p2p_poll();
    int found = request_find_done(count, array_of_requests);
    *flag = found != REQUEST_NONE_DONE;
    *index = *flag ? found : MPI_UNDEFINED;
    if (!*flag)
        return MPI_SUCCESS;
    MPI_Request request = found == MPI_UNDEFINED ? MPI_REQUEST_NULL : array_of_requests[found];
    return request_tell("MPI_Request_get_status_any", request, status);
}
API_WEAK(Request_get_status_any)

int PMPI_Request_get_status_some(int incount, const MPI_Request array_of_requests[], int *outcount, int array_of_indices[],
                                 MPI_Status array_of_statuses[])
{
    api_enter("MPI_Request_get_status_some");
    int error = request_check_some("MPI_Request_get_status_some", incount, array_of_requests, outcount, array_of_indices);
    if (error != MPI_SUCCESS)
        return error;
    p2p_poll();
    int result = MPI_SUCCESS, active = 0, done = 0;
    for (int i = 0; i < incount; i++) {
        if (request_is_inactive(array_of_requests[i]))
            continue;
        active++;
        if (!request_is_done(array_of_requests[i]))
            continue;
        MPI_Status *status = array_of_statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &array_of_statuses[done];
        array_of_indices[done] = i;
        error = request_tell("MPI_Request_get_status_some", array_of_requests[i], status);
        request_note_error(error, done, array_of_statuses, &result);
        done++;
    }
    *outcount = active == 0 ? MPI_UNDEFINED : done;
    return result;
}
API_WEAK(Request_get_status_some)
