// Every way of polling, with rank 0 late. Then the run ends well or in the middle, as the argument says.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile long sink;

static void work(long rounds)
{
    for (long i = 0; i < rounds; i++)
        sink = sink + i;
}

static void by_iprobe(int rank)
{
    int value = 1, flag = 0;
    if (rank == 0) {
        work(3000);
        MPI_Send(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    } else if (rank == 1) {
        while (!flag)
            MPI_Iprobe(0, 1, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void by_test(int rank, int all)
{
    int values[2] = {1, 2}, flag = 0, index;
    MPI_Request requests[2];
    if (rank == 0) {
        work(5000);
        for (int i = 0; i < 2; i++)
            MPI_Send(&values[i], 1, MPI_INT, 1, 2 + i, MPI_COMM_WORLD);
    } else if (rank == 1) {
        for (int i = 0; i < 2; i++)
            MPI_Irecv(&values[i], 1, MPI_INT, 0, 2 + i, MPI_COMM_WORLD, &requests[i]);
        while (!flag)
            if (all)
                MPI_Testall(2, requests, &flag, MPI_STATUSES_IGNORE);
            else
                MPI_Test(&requests[0], &flag, MPI_STATUS_IGNORE);
        if (!all)
            MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
    }
}

int main(int argc, char **argv)
{
    int rank;
    const char *end = argc > 1 ? argv[1] : "well";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    by_iprobe(rank);
    by_test(rank, 0);
    by_test(rank, 1);
    if (rank == 0 && strcmp(end, "well") != 0) {
        work(7000);
        if (strcmp(end, "abort") == 0)
            MPI_Abort(MPI_COMM_WORLD, 3);
        if (strcmp(end, "exit") == 0)
            exit(4);
        *(volatile int *)16 = 1;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("ok\n");
    MPI_Finalize();
    return 0;
}
