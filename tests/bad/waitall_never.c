// One of two requests never completes: the run ends in MPI_Waitall, while the other ranks wait in MPI_Finalize.
// run: -n 3
// exit: 86
// stderr: deadlock
// stderr: rank 0
// stderr: MPI_Waitall
// stderr: waitall_never.c:23
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size, value[2] = {0, 0};
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == size - 1)
        MPI_Send(&rank, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Request requests[2];
        MPI_Status statuses[2];
        MPI_Irecv(&value[0], 1, MPI_INT, size - 1, 1, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(&value[1], 1, MPI_INT, size - 1, 2, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests, statuses); // reported
    }
    MPI_Finalize();
    return value[1];
}
