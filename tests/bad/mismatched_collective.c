// One rank calls MPI_Bcast where the others call MPI_Barrier: the report has the calls and places
// at which ranks wait. The root of a broadcast need not wait, so it waits in MPI_Finalize.
// run: -n 4
// exit: 86
// stderr: deadlock
// stderr: rank 1
// stderr: MPI_Bcast
// stderr: MPI_Barrier
// stderr: mismatched_collective.c:25
// stderr: mismatched_collective.c:27
// run: -n 3 -- root
// exit: 86
// stderr: deadlock
// stderr: MPI_Finalize
// stderr: MPI_Barrier
// stderr: mismatched_collective.c:27
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, value = 1, other = argc > 1 ? 0 : 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == other)
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD); // reported
    else
        MPI_Barrier(MPI_COMM_WORLD); // reported
    MPI_Finalize();
    return 0;
}
