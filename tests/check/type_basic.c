// Elements sent as one type are received as another of the same size.
// run: -n 2
// exit: 87
// check: type mismatch
// stderr: element 0 of the message is sent as MPI_FLOAT, but received as MPI_INT
// stderr: type_basic.c:19
// stderr: type_basic.c:17
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, numbers[4] = {0};
    float values[4] = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Send(values, 4, MPI_FLOAT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(numbers, 4, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // reported
    MPI_Finalize();
    return 0;
}
