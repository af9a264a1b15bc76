// The library ends the run: the report is printed nevertheless, and the exit code is the library's.
// run: -n 2
// exit: 15
// check: truncation
// stderr: the message has 80000 bytes, its receive buffer 4
// stderr: truncation_fatal.c:19
#include <mpi.h>

static double data[10000];

int main(int argc, char **argv)
{
    int rank, small;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1) {
        MPI_Request request;
        MPI_Status status;
        MPI_Irecv(&small, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request); // reported
        MPI_Wait(&request, &status);
    } else {
        MPI_Send(data, 10000, MPI_DOUBLE, 1, 3, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
