/* Rank 0 sleeps for as many days as its argument says; the others wait for it. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        struct timespec span = {.tv_sec = 86400LL * (argc > 1 ? atoll(argv[1]) : 1)};
        nanosleep(&span, NULL);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("awake after %.0f days\n", MPI_Wtime() / 86400);
    MPI_Finalize();
    return 0;
}
