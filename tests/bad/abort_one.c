// One rank calls MPI_Abort: the run ends on all ranks, with the code of the call.
// run: -n 4
// exit: 7
// stderr: rank 2
// stderr: MPI_Abort
// stderr: 7
// stderr: abort_one.c:16
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 2)
        MPI_Abort(MPI_COMM_WORLD, 7); // reported
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
