// Messages to and from MPI_PROC_NULL give completed requests, in arrays, too.
#include "../check.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Request requests[4];
    MPI_Status status, statuses[4];
    int value = 5, index, flag, count, indices[4];
    MPI_Isend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Issend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &requests[2]);
    requests[3] = MPI_REQUEST_NULL;
    for (int seen = 0; seen < 3; seen++) {
        MPI_Waitany(4, requests, &index, &status);
        CHECK(index >= 0 && index < 3 && requests[index] == MPI_REQUEST_NULL);
    }
    MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Wait(&requests[1], &status);
    MPI_Isend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &requests[2]);
    MPI_Waitsome(4, requests, &count, indices, statuses);
    CHECK(count == 2);
    MPI_Send_init(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Recv_init(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &requests[1]);
    for (int round = 0; round < 3; round++) {
        MPI_Startall(2, requests);
        MPI_Testall(2, requests, &flag, statuses);
        CHECK(flag);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    CHECK(value == 5 && requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL);
    MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Cancel(&requests[0]);
    MPI_Wait(&requests[0], &status);
    return end();
}
