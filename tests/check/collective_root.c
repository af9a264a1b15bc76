// One rank names another root than the others, and waits for that root's message.
// run: -n 3
// check: collective mismatch, deadlock
// exit: 86
// stderr: its root is 2, that of rank 0 is 0
// stderr: collective_root.c:15
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    // After this call all ranks wait for each other.
    MPI_Bcast(&value, 1, MPI_INT, rank == 1 ? 2 : 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
