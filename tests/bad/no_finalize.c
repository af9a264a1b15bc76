// Rank 1 exits with 0 before MPI_Finalize while the others wait for it in a barrier. This is no success: the run ends at
// once, with the program's code, or with 1 if that is zero. The report names the rank and the place at which it left.
// run: -n 3
// exit: 1
// stderr: rank 1
// stderr: without calling MPI_Finalize
// stderr: no_finalize.c:22
// run: -n 1 -- 9
// exit: 9
// stderr: rank 0
// stderr: without calling MPI_Finalize
// stderr: no_finalize.c:22
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1 || argc > 1)
        exit(argc > 1 ? atoi(argv[1]) : 0); // reported
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
