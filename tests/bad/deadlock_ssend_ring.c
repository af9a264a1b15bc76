// Every rank sends synchronously to the right before it receives: no send can end before its receive begins.
// run: -n 4
// exit: 86
// stderr: deadlock
// stderr: rank 0
// stderr: rank 3
// stderr: MPI_Ssend
// stderr: deadlock_ssend_ring.c:27
// run: -n 3 --platform tmd-simple
// exit: 86
// stderr: rank 2 waits for the device at 0x3000000 in MPI_Ssend
// stderr: rank 2: hart waits for a word in FSL 0 (empty)
// stderr: deadlock_ssend_ring.c:27
// run: -n 1
// exit: 86
// stderr: deadlock
// stderr: MPI_Ssend
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size, got;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int left = (rank + size - 1) % size, right = (rank + 1) % size;
    MPI_Ssend(&rank, 1, MPI_INT, right, 1, MPI_COMM_WORLD); // reported
    MPI_Recv(&got, 1, MPI_INT, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return got == left ? 0 : 1;
}
