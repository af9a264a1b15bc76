// Rank 0 calls MPI_Iprobe for ever for a message that no rank sends. The program computes all the
// time, but nothing in it can change any more. So this is the same deadlock as in a blocking call.
// run: -n 2 --max-cycles 50000000
// exit: 86
// stderr: deadlock
// stderr: rank 0
// stderr: MPI_Iprobe
// stderr: deadlock_iprobe.c:
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size, arrived = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        while (!arrived)
            MPI_Iprobe(size - 1, 5, MPI_COMM_WORLD, &arrived, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
