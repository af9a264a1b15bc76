// Tests Wait, Waitall, Waitany, Test and Testall: order, null requests, empty statuses.
#include "../check.h"

enum { N = 8 };

static void waitany(void)
{
    MPI_Request requests[N];
    int values[N], index, seen[N] = {0};
    MPI_Status status;
    for (int i = 0; i < N; i++)
        MPI_Irecv(&values[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD, &requests[i]);
    MPI_Send(NULL, 0, MPI_INT, 1, 100, MPI_COMM_WORLD);
    for (int k = 0; k < N; k++) {
        MPI_Waitany(N, requests, &index, &status);
        CHECK(index >= 0 && index < N && !seen[index] && requests[index] == MPI_REQUEST_NULL);
        CHECK(status.MPI_TAG == index && values[index] == 1000 + index);
        seen[index] = 1;
    }
    MPI_Waitany(N, requests, &index, &status);
    CHECK(index == MPI_UNDEFINED && count_of(&status, MPI_INT) == 0);
    CHECK(status.MPI_SOURCE == MPI_ANY_SOURCE && status.MPI_TAG == MPI_ANY_TAG);
}

static void testall(void)
{
    MPI_Request requests[3] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    int first = 0, second = 0, flag = 0;
    MPI_Testall(3, requests, &flag, MPI_STATUSES_IGNORE);
    CHECK(flag);
    MPI_Irecv(&first, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&second, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, &requests[2]);
    MPI_Testall(3, requests, &flag, MPI_STATUSES_IGNORE);
    CHECK(!flag && requests[0] != MPI_REQUEST_NULL);
    MPI_Send(NULL, 0, MPI_INT, 1, 101, MPI_COMM_WORLD);
    MPI_Status statuses[3];
    while (!flag)
        MPI_Testall(3, requests, &flag, statuses);
    CHECK(first == 11 && second == 12 && requests[0] == MPI_REQUEST_NULL && requests[2] == MPI_REQUEST_NULL);
    CHECK(statuses[0].MPI_TAG == 1 && statuses[2].MPI_TAG == 2 && count_of(&statuses[1], MPI_INT) == 0);
}

static void test(void)
{
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Status status;
    int value = 0, flag = 0;
    MPI_Test(&request, &flag, &status);
    CHECK(flag && count_of(&status, MPI_INT) == 0);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Irecv(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &request);
    MPI_Test(&request, &flag, &status);
    CHECK(!flag && request != MPI_REQUEST_NULL);
    MPI_Send(NULL, 0, MPI_INT, 1, 102, MPI_COMM_WORLD);
    while (!flag)
        MPI_Test(&request, &flag, &status);
    CHECK(value == 13 && status.MPI_SOURCE == 1 && status.MPI_TAG == 3 && request == MPI_REQUEST_NULL);
}

static void partner(void)
{
    MPI_Recv(NULL, 0, MPI_INT, 0, 100, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = N - 1; i >= 0; i--) {
        int value = 1000 + i;
        MPI_Send(&value, 1, MPI_INT, 0, i, MPI_COMM_WORLD);
    }
    for (int tag = 101; tag <= 102; tag++) {
        MPI_Recv(NULL, 0, MPI_INT, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = tag == 101 ? 2 : 3; i >= (tag == 101 ? 1 : 3); i--) {
            int value = 10 + i;
            MPI_Send(&value, 1, MPI_INT, 0, i, MPI_COMM_WORLD);
        }
    }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    if (rank == 0) {
        waitany();
        testall();
        test();
    } else if (rank == 1) {
        partner();
    }
    return end();
}
