// Every rank receives first: the classic deadlock. The report has each rank's call, source and tag.
// run: -n 4
// exit: 86
// stderr: deadlock
// stderr: rank 0
// stderr: rank 3
// stderr: MPI_Recv
// stderr: everybody_receives.c:18
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size, got;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int left = (rank + size - 1) % size, right = (rank + 1) % size;
    MPI_Recv(&got, 1, MPI_INT, left, 77, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // reported
    MPI_Send(&rank, 1, MPI_INT, right, 77, MPI_COMM_WORLD);
    MPI_Finalize();
    return got == left ? 0 : 1;
}

// run: -n 4 --platform sarc
// exit: 86
// stderr: deadlock
// stderr: rank 0 waits in MPI_Recv(count 1, MPI_INT, source 3, tag 77, MPI_COMM_WORLD)
