// A message to a rank that does not exist: the error (MPI_ERR_RANK)
// is fatal by default, and the report names call, rank and line.
// run: -n 4
// exit: 6
// stderr: rank 3
// stderr: MPI_Send
// stderr: invalid rank 4
// stderr: bad_rank.c:18
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == size - 1)
        MPI_Send(&rank, 1, MPI_INT, size, 0, MPI_COMM_WORLD); // reported
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
