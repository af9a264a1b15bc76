// An MPI call after MPI_Finalize is an error (MPI_ERR_OTHER).
// run: -n 2
// exit: 16
// stderr: MPI_Barrier
// stderr: after MPI_Finalize
// stderr: use_after_finalize.c:13
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Finalize();
    MPI_Barrier(MPI_COMM_WORLD); // reported
    return 0;
}
