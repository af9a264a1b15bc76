// Tests cancelled receives: before their message arrives, after it has arrived, persistent ones, wildcards, derived types.
#include "../check.h"

static int was_cancelled(MPI_Request *request, MPI_Status *status)
{
    int flag;
    MPI_Wait(request, status);
    MPI_Test_cancelled(status, &flag);
    return flag;
}

static void synchronize(int other)
{
    MPI_Sendrecv(NULL, 0, MPI_INT, other, 9, NULL, 0, MPI_INT, other, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void receiver(void)
{
    MPI_Datatype every_other;
    MPI_Request requests[3], persistent;
    MPI_Status status;
    int value = 1, other = 2, sparse[4] = {3, 3, 3, 3}, flag;
    MPI_Type_vector(2, 1, 2, MPI_INT, &every_other);
    MPI_Type_commit(&every_other);
    // The first of three is cancelled: the message goes to the second.
    MPI_Irecv(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&other, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Irecv(sparse, 1, every_other, 1, 1, MPI_COMM_WORLD, &requests[2]);
    CHECK(MPI_Cancel(&requests[0]) == MPI_SUCCESS && requests[0] != MPI_REQUEST_NULL);
    CHECK(was_cancelled(&requests[0], &status) && requests[0] == MPI_REQUEST_NULL);
    MPI_Cancel(&requests[2]);
    CHECK(was_cancelled(&requests[2], &status));
    synchronize(1);
    CHECK(!was_cancelled(&requests[1], &status) && other == 42 && value == 1 && sparse[0] == 3);
    // A receive that has its message cannot be cancelled any more.
    MPI_Irecv(&value, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, &requests[0]);
    synchronize(1);
    MPI_Request_get_status(requests[0], &flag, MPI_STATUS_IGNORE);
    CHECK(flag);
    MPI_Cancel(&requests[0]);
    CHECK(!was_cancelled(&requests[0], &status) && value == 43 && count_of(&status, MPI_INT) == 1);
    // A persistent request continues to exist.
    MPI_Recv_init(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &persistent);
    MPI_Start(&persistent);
    MPI_Cancel(&persistent);
    CHECK(was_cancelled(&persistent, &status) && persistent != MPI_REQUEST_NULL);
    MPI_Start(&persistent);
    synchronize(1);
    CHECK(!was_cancelled(&persistent, &status) && value == 44);
    MPI_Start(&persistent);
    MPI_Cancel(&persistent);
    MPI_Request_free(&persistent);
    MPI_Type_free(&every_other);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    if (rank == 0)
        receiver();
    for (int i = 1; rank == 1 && i <= 3; i++) {
        int value = 41 + i;
        if (i != 2)
            synchronize(0);
        MPI_Send(&value, 1, MPI_INT, 0, i, MPI_COMM_WORLD);
        if (i == 2)
            synchronize(0);
    }
    return end();
}
