/* Each rank opens as many files as its argument says, and prints how many it got. This number is the same on every computer. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, wanted = argc > 1 ? atoi(argv[1]) : 300, open = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < wanted; i++) {
        char name[32];
        snprintf(name, sizeof name, "rank%d-%d", rank, i % 2);
        open += fopen(name, "w") != NULL;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    printf("rank %d has %d files open\n", rank, open);
    MPI_Finalize();
    return 0;
}
