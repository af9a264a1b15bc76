// Finding which of several requests are done.
#include "api/multiple.h"

// Where the next search begins: behind what the last one has found.
static int api_next_found;

int api_find_done(int count, const MPI_Request requests[])
{
    int found = MPI_UNDEFINED, begin = api_next_found < count ? api_next_found : 0;
    for (int step = 0, i = begin; step < count; step++, i = i + 1 < count ? i + 1 : 0) {
        if (api_is_inactive(requests[i]))
            continue;
        if (api_is_done(requests[i]))
            return i;
        found = API_NONE_DONE;
    }
    return found;
}

int api_retire_found(const char *function, int found, MPI_Request requests[], MPI_Status *status)
{
    if (found == MPI_UNDEFINED) {
        api_set_empty_status(status);
        return MPI_SUCCESS;
    }
    api_next_found = found + 1;
    return api_retire(function, &requests[found], status);
}

int api_check_some(const char *function, int count, const MPI_Request requests[], const int *done, const int indices[])
{
    int error = api_check_requests(function, count, requests);
    if (error == MPI_SUCCESS && (done == NULL || (indices == NULL && count > 0)))
        error = api_explain_pointer(function, NULL, done == NULL ? "outcount" : "array_of_indices");
    return error;
}

int api_retire_some(const char *function, int count, MPI_Request requests[], int *done, int indices[],
                    MPI_Status statuses[])
{
    int result = MPI_SUCCESS, active = 0, retired = 0;
    for (int i = 0; i < count; i++) {
        if (api_is_inactive(requests[i]))
            continue;
        active++;
        if (!api_is_done(requests[i]))
            continue;
        MPI_Status *status = statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[retired];
        indices[retired] = i;
        api_note_error(api_retire(function, &requests[i], status), retired, statuses, &result);
        retired++;
    }
    *done = active == 0 ? MPI_UNDEFINED : retired;
    return result;
}
