// One rank calls MPI_Bcast where the others call MPI_Barrier.
// run: -n 4
// exit: 86
// check: collective mismatch, deadlock
// stderr: it calls MPI_Bcast where rank 0 calls MPI_Barrier
// stderr: collective_call.c:18
// stderr: collective_call.c:20
// stderr: waits for
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, value = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1)
        // This rank is not the root, so it waits.
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    else
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
