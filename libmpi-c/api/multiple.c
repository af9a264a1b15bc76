// Finding which of several requests are done.
#include "api/multiple.h"

// Where the next search begins: after the request that was retired last.
static int request_next_found;

int request_find_done(int count, const MPI_Request requests[])
{
    int found = MPI_UNDEFINED, begin = request_next_found < count ? request_next_found : 0;
    for (int step = 0, i = begin; step < count; step++, i = i + 1 < count ? i + 1 : 0) {
        if (request_is_inactive(requests[i]))
            continue;
        if (request_is_done(requests[i]))
            return i;
        found = REQUEST_NONE_DONE;
    }
    return found;
}

int request_retire_found(const char *function, int found, MPI_Request requests[], MPI_Status *status)
{
    if (found == MPI_UNDEFINED) {
        status_set_empty(status);
        return MPI_SUCCESS;
    }
    request_next_found = found + 1;
    return request_retire(function, &requests[found], status);
}

int request_check_some(const char *function, int count, const MPI_Request requests[], const int *done, const int indices[])
{
    int error = request_check_all(function, count, requests);
    if (error == MPI_SUCCESS && (done == NULL || (indices == NULL && count > 0)))
        error = api_explain_pointer(function, NULL, done == NULL ? "outcount" : "array_of_indices");
    return error;
}

int request_retire_some(const char *function, int count, MPI_Request requests[], int *done, int indices[], MPI_Status statuses[])
{
    int result = MPI_SUCCESS, active = 0, retired = 0;
    for (int i = 0; i < count; i++) {
        if (request_is_inactive(requests[i]))
            continue;
        active++;
        if (!request_is_done(requests[i]))
            continue;
        MPI_Status *status = statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[retired];
        indices[retired] = i;
        request_note_error(request_retire(function, &requests[i], status), retired, statuses, &result);
        retired++;
    }
    *done = active == 0 ? MPI_UNDEFINED : retired;
    return result;
}
