// The message has another tag than the receive waits for: the report names the tag of the receive.
// run: -n 2
// exit: 86
// stderr: deadlock
// stderr: rank 1
// stderr: MPI_Recv
// stderr: 2001
// stderr: deadlock_wrong_tag.c:19
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, value = 4;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Send(&value, 1, MPI_INT, 1, 2000, MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Recv(&value, 1, MPI_INT, 0, 2001, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // reported
    MPI_Finalize();
    return 0;
}
