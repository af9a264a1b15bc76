// The buffers of an exchange overlap. One buffer for both with MPI_PROC_NULL, and buffers side by side, are no mistake.
// run: -n 2
// exit: 87
// check: buffer overlap
// stderr: its send buffer and its receive buffer both have the byte at
// stderr: exchange.c:19
// stderr: 2 times in all, in ranks 0, 1
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, other, data[8] = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    MPI_Sendrecv(data, 4, MPI_INT, other, 0, data + 4, 4, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(data, 4, MPI_INT, MPI_PROC_NULL, 0, data, 4, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(data, 4, MPI_INT, other, 0, data + 3, 4, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
