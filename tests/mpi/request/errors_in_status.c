// Errors among several requests: the call returns MPI_ERR_IN_STATUS, and each status has its own error.
#include "../check.h"

static int four[4] = {1, 2, 3, 4}, good[4], bad[2];

static void post(MPI_Request requests[2])
{
    MPI_Irecv(good, 4, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(bad, 2, MPI_INT, 1, 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Sendrecv(NULL, 0, MPI_INT, 1, 9, NULL, 0, MPI_INT, 1, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void check(const MPI_Status statuses[2])
{
    CHECK(statuses[0].MPI_ERROR == MPI_SUCCESS && class_of(statuses[1].MPI_ERROR) == MPI_ERR_TRUNCATE);
    CHECK(good[3] == 4);
}

static void receiver(void)
{
    MPI_Request requests[2];
    MPI_Status statuses[2];
    int flag = 0, count, indices[2], index;
    post(requests);
    CHECK(class_of(MPI_Waitall(2, requests, statuses)) == MPI_ERR_IN_STATUS);
    check(statuses);
    CHECK(requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL);
    post(requests);
    CHECK(class_of(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)) == MPI_ERR_IN_STATUS);
    post(requests);
    int error = MPI_SUCCESS;
    while (!flag)
        error = MPI_Testall(2, requests, &flag, statuses);
    CHECK(class_of(error) == MPI_ERR_IN_STATUS);
    check(statuses);
    post(requests);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    CHECK(class_of(MPI_Waitsome(2, requests, &count, indices, statuses)) == MPI_ERR_IN_STATUS);
    CHECK(count == 1 && indices[0] == 1 && class_of(statuses[0].MPI_ERROR) == MPI_ERR_TRUNCATE);
    post(requests);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    CHECK(class_of(MPI_Waitany(2, requests, &index, statuses)) == MPI_ERR_TRUNCATE && index == 1);
    statuses[0].MPI_ERROR = statuses[1].MPI_ERROR = 4711;
    MPI_Irecv(good, 4, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(good, 4, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[1]);
    CHECK(MPI_Waitall(2, requests, statuses) == MPI_SUCCESS);
    CHECK(statuses[0].MPI_ERROR == 4711 || statuses[0].MPI_ERROR == MPI_SUCCESS);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    if (rank == 0)
        receiver();
    for (int i = 0; rank == 1 && i < 5; i++) {
        MPI_Send(four, 4, MPI_INT, 0, 1, MPI_COMM_WORLD);
        MPI_Send(four, 4, MPI_INT, 0, 2, MPI_COMM_WORLD);
        MPI_Sendrecv(NULL, 0, MPI_INT, 0, 9, NULL, 0, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    for (int i = 0; rank == 1 && i < 2; i++)
        MPI_Send(four, 4, MPI_INT, 0, 1, MPI_COMM_WORLD);
    return end();
}
