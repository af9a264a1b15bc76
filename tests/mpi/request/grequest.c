// Tests generalised requests: callbacks and their order, among other requests, cancelled, freed.
#include "../check.h"

struct state {
    int queries, frees, cancels, complete, result;
};

static int query(void *extra, MPI_Status *status)
{
    struct state *state = extra;
    state->queries++;
    MPI_Status_set_elements(status, MPI_INT, 5);
    MPI_Status_set_cancelled(status, state->cancels > 0);
    status->MPI_SOURCE = 3;
    status->MPI_TAG = 4;
    return state->result;
}

static int release(void *extra)
{
    ((struct state *)extra)->frees++;
    return MPI_SUCCESS;
}

static int cancel(void *extra, int complete)
{
    struct state *state = extra;
    state->cancels++;
    state->complete = complete;
    return MPI_SUCCESS;
}

static void check_status(const MPI_Status *status)
{
    CHECK(status->MPI_SOURCE == 3 && status->MPI_TAG == 4 && count_of(status, MPI_INT) == 5);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    struct state state = {0};
    MPI_Request request, requests[2];
    MPI_Status status;
    int flag, index, value = 0;
    MPI_Grequest_start(query, release, cancel, &state, &request);
    MPI_Test(&request, &flag, &status);
    CHECK(!flag && state.queries == 0 && request != MPI_REQUEST_NULL);
    MPI_Grequest_complete(request);
    MPI_Request_get_status(request, &flag, &status);
    CHECK(flag && state.queries == 1 && state.frees == 0);
    check_status(&status);
    MPI_Wait(&request, &status);
    check_status(&status);
    CHECK(request == MPI_REQUEST_NULL && state.queries == 2 && state.frees == 1 && state.cancels == 0);
    MPI_Test_cancelled(&status, &flag);
    CHECK(!flag);
    // Completed together with a message.
    MPI_Grequest_start(query, release, cancel, &state, &requests[0]);
    MPI_Irecv(&value, 1, MPI_INT, rank, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Testany(2, requests, &index, &flag, &status);
    CHECK(!flag);
    MPI_Grequest_complete(requests[0]);
    MPI_Waitany(2, requests, &index, &status);
    CHECK(index == 0);
    check_status(&status);
    MPI_Send(&index, 1, MPI_INT, rank, 1, MPI_COMM_WORLD);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    // Cancelled by its own function. The status is ignored.
    memset(&state, 0, sizeof state);
    state.complete = -1;
    MPI_Grequest_start(query, release, cancel, &state, &request);
    MPI_Cancel(&request);
    CHECK(state.cancels == 1 && !state.complete);
    MPI_Grequest_complete(request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &flag);
    CHECK(flag && state.frees == 1);
    // Freed before it is complete: nothing queries a status.
    memset(&state, 0, sizeof state);
    MPI_Grequest_start(query, release, cancel, &state, &request);
    MPI_Request copy = request;
    MPI_Request_free(&request);
    CHECK(request == MPI_REQUEST_NULL);
    MPI_Grequest_complete(copy);
    CHECK(state.frees == 1 && state.queries == 0);
    return end();
}
