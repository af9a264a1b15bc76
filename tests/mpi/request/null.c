// Tests null requests and empty arrays of requests in every function that completes requests.
#include "../check.h"

static int is_empty(const MPI_Status *status)
{
    int cancelled = 1;
    MPI_Test_cancelled(status, &cancelled);
    return status->MPI_SOURCE == MPI_ANY_SOURCE && status->MPI_TAG == MPI_ANY_TAG && count_of(status, MPI_INT) == 0 && !cancelled;
}

static void spoil(MPI_Status statuses[], int count)
{
    memset(statuses, 0x33, count * sizeof statuses[0]);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Request requests[3] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Status statuses[3];
    int flag, index, count, indices[3];
    spoil(statuses, 3);
    MPI_Wait(&requests[0], statuses);
    CHECK(is_empty(statuses));
    spoil(statuses, 3);
    MPI_Test(&requests[0], &flag, statuses);
    CHECK(flag && is_empty(statuses));
    spoil(statuses, 3);
    MPI_Request_get_status(MPI_REQUEST_NULL, &flag, statuses);
    CHECK(flag && is_empty(statuses));
    spoil(statuses, 3);
    MPI_Waitall(3, requests, statuses);
    CHECK(is_empty(&statuses[0]) && is_empty(&statuses[1]) && is_empty(&statuses[2]));
    spoil(statuses, 3);
    MPI_Testall(3, requests, &flag, statuses);
    CHECK(flag && is_empty(&statuses[0]) && is_empty(&statuses[2]));
    spoil(statuses, 3);
    MPI_Waitany(3, requests, &index, statuses);
    CHECK(index == MPI_UNDEFINED && is_empty(statuses));
    spoil(statuses, 3);
    MPI_Testany(3, requests, &index, &flag, statuses);
    CHECK(flag && index == MPI_UNDEFINED && is_empty(statuses));
    MPI_Waitsome(3, requests, &count, indices, statuses);
    CHECK(count == MPI_UNDEFINED);
    MPI_Testsome(3, requests, &count, indices, statuses);
    CHECK(count == MPI_UNDEFINED);
    MPI_Waitall(0, NULL, MPI_STATUSES_IGNORE);
    MPI_Testall(0, NULL, &flag, MPI_STATUSES_IGNORE);
    CHECK(flag);
    MPI_Waitany(0, NULL, &index, statuses);
    CHECK(index == MPI_UNDEFINED);
    MPI_Testany(0, NULL, &index, &flag, statuses);
    CHECK(flag && index == MPI_UNDEFINED);
    MPI_Startall(0, requests);
    return end();
}
