// A message is longer than its receive buffer. The program goes on, because its errors return.
// run: -n 2
// exit: 87
// check: truncation
// stderr: the message has 40 bytes, its receive buffer 36
// stderr: rank 1
// stderr: MPI_Recv(count 9, MPI_INT, source 0, tag 3, MPI_COMM_WORLD)
// stderr: truncation.c:21
// stderr: sends it in MPI_Send(count 10
// stderr: 2 times in all, in rank 1
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, data[10] = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 2; i++) {
        if (rank == 1)
            MPI_Recv(data, 9, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // reported
        else
            MPI_Send(data, 10, MPI_INT, 1, 3, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
