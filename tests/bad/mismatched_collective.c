// One rank calls MPI_Bcast where the others call MPI_Barrier: both calls and both places are reported.
// run: -n 4
// exit: 86
// stderr: deadlock
// stderr: rank 1
// stderr: MPI_Bcast
// stderr: MPI_Barrier
// stderr: mismatched_collective.c:18
// stderr: mismatched_collective.c:20
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, value = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1)
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD); // reported
    else
        MPI_Barrier(MPI_COMM_WORLD); // reported
    MPI_Finalize();
    return 0;
}
