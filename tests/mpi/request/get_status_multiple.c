// Tests MPI_Request_get_status_all, _any and _some, and the functions that read and set the fields of a status.
#include "../check.h"

enum { COUNT = 4 };

static void fields(void)
{
    MPI_Status status;
    int value;
    MPI_Status_set_source(&status, 3);
    MPI_Status_set_tag(&status, 44);
    MPI_Status_set_error(&status, MPI_ERR_TRUNCATE);
    CHECK(status.MPI_SOURCE == 3 && status.MPI_TAG == 44 && status.MPI_ERROR == MPI_ERR_TRUNCATE);
    CHECK(MPI_Status_get_source(&status, &value) == MPI_SUCCESS && value == 3);
    CHECK(MPI_Status_get_tag(&status, &value) == MPI_SUCCESS && value == 44);
    CHECK(MPI_Status_get_error(&status, &value) == MPI_SUCCESS && value == MPI_ERR_TRUNCATE);
}

// No request is active: all is done, and there is nothing to tell.
static void inactive(void)
{
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Status statuses[2];
    int flag = 0, index = 7, count = 7, indices[2];
    MPI_Request_get_status_all(2, requests, &flag, statuses);
    CHECK(flag && statuses[1].MPI_SOURCE == MPI_ANY_SOURCE && statuses[1].MPI_TAG == MPI_ANY_TAG);
    MPI_Request_get_status_any(2, requests, &index, &flag, &statuses[0]);
    CHECK(flag && index == MPI_UNDEFINED && statuses[0].MPI_TAG == MPI_ANY_TAG);
    MPI_Request_get_status_some(2, requests, &count, indices, statuses);
    CHECK(count == MPI_UNDEFINED);
    MPI_Request_get_status_all(0, NULL, &flag, MPI_STATUSES_IGNORE);
    CHECK(flag);
}

static void receive(void)
{
    MPI_Request requests[COUNT];
    MPI_Status statuses[COUNT];
    int values[COUNT], flag, index, count, indices[COUNT];
    requests[0] = MPI_REQUEST_NULL;
    for (int i = 1; i < COUNT; i++)
        MPI_Irecv(&values[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD, &requests[i]);
    MPI_Request_get_status_all(COUNT, requests, &flag, statuses);
    CHECK(!flag);
    MPI_Request_get_status_any(COUNT, requests, &index, &flag, &statuses[0]);
    CHECK(!flag && index == MPI_UNDEFINED);
    MPI_Request_get_status_some(COUNT, requests, &count, indices, statuses);
    CHECK(count == 0);
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
    do
        MPI_Request_get_status_any(COUNT, requests, &index, &flag, &statuses[0]);
    while (!flag);
    CHECK(index == 2 && statuses[0].MPI_TAG == 2 && values[2] == 102);
    MPI_Request_get_status_some(COUNT, requests, &count, indices, statuses);
    CHECK(count == 1 && indices[0] == 2 && statuses[0].MPI_TAG == 2);
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
    do
        MPI_Request_get_status_all(COUNT, requests, &flag, statuses);
    while (!flag);
    CHECK(statuses[0].MPI_TAG == MPI_ANY_TAG && statuses[3].MPI_TAG == 3 && count_of(&statuses[1], MPI_INT) == 1);
    MPI_Request_get_status_some(COUNT, requests, &count, indices, MPI_STATUSES_IGNORE);
    CHECK(count == 3 && indices[0] == 1 && indices[2] == 3);
    // The requests are still there.
    for (int i = 1; i < COUNT; i++)
        CHECK(requests[i] != MPI_REQUEST_NULL);
    MPI_Waitall(COUNT, requests, statuses);
    for (int i = 1; i < COUNT; i++)
        CHECK(values[i] == 100 + i && statuses[i].MPI_TAG == i);
}

static void send(void)
{
    for (int i = 2; i < 2 + COUNT - 1; i++) {
        int tag = i < COUNT ? i : 1, value = 100 + tag;
        if (i < COUNT)
            MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&value, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    fields();
    inactive();
    if (rank == 0)
        receive();
    else if (rank == 1)
        send();
    return end();
}
