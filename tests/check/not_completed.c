// Requests of a receive and of sends are never completed.
// run: -n 2
// exit: 87
// check: not completed, not completed
// stderr: the request is never completed
// stderr: not_completed.c:18
// stderr: not_completed.c:21
// stderr: 3 times in all, in rank 1
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, data[4] = {0};
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Irecv(data, 1, MPI_INT, 1, 9, MPI_COMM_WORLD, &request);
    } else {
        for (int i = 0; i < 3; i++)
            MPI_Isend(&data[i], 1, MPI_INT, 0, 2, MPI_COMM_WORLD, &request);
    }
    if (rank == 0)
        for (int i = 0; i < 3; i++)
            MPI_Recv(&data[1 + i], 1, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
