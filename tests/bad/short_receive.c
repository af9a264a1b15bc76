// The receive buffer is shorter than the message: MPI_ERR_TRUNCATE, and no byte beyond the buffer is written.
// The argument is the number of integers sent; the receiver has room for one less. Small messages are sent
// eagerly, large ones by rendezvous. In the last run the receive begins only after the message has arrived.
// run: -n 2 -- 10
// exit: 15
// stderr: rank 1
// stderr: MPI_Recv
// stderr: truncated
// stderr: short_receive.c:37
// run: -n 2 -- 100000
// exit: 15
// stderr: rank 1
// stderr: MPI_Recv
// stderr: truncated
// stderr: short_receive.c:37
// run: -n 2 -- 10 late
// exit: 15
// stderr: rank 1
// stderr: MPI_Recv
// stderr: truncated
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, count = argc > 1 ? atoi(argv[1]) : 10;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int *data = calloc((size_t)count, sizeof *data);
    if (data == NULL || count < 2)
        return 2;
    if (rank == 0)
        MPI_Send(data, count, MPI_INT, 1, 3, MPI_COMM_WORLD);
    if (rank == 1) {
        if (argc > 2)
            MPI_Probe(0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(data, count - 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // reported
    }
    MPI_Finalize();
    free(data);
    return 0;
}
