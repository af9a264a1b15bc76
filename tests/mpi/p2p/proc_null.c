// Communication with MPI_PROC_NULL does nothing, and the status says so.
#include "../check.h"

static void check_status(const MPI_Status *status)
{
    CHECK(status->MPI_SOURCE == MPI_PROC_NULL && status->MPI_TAG == MPI_ANY_TAG && count_of(status, MPI_INT) == 0);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int value = 42, flag;
    MPI_Status status;
    MPI_Request request;
    MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Ssend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status);
    check_status(&status);
    MPI_Sendrecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, &value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status);
    check_status(&status);
    MPI_Isend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, &status);
    MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, &status);
    check_status(&status);
    MPI_Probe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status);
    check_status(&status);
    MPI_Iprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &flag, &status);
    CHECK(flag);
    check_status(&status);
    CHECK(value == 42);
    // A chain, in which each end has only one neighbour.
    int left = rank > 0 ? rank - 1 : MPI_PROC_NULL, right = rank < size - 1 ? rank + 1 : MPI_PROC_NULL, got = -1;
    MPI_Sendrecv(&rank, 1, MPI_INT, right, 3, &got, 1, MPI_INT, left, 3, MPI_COMM_WORLD, &status);
    CHECK(got == (rank > 0 ? rank - 1 : -1));
    return end();
}
