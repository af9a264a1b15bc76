// An MPI call before MPI_Init is an error (MPI_ERR_OTHER).
// run: -n 2
// exit: 16
// stderr: MPI_Comm_rank
// stderr: before MPI_Init
// stderr: use_before_init.c:12
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank); // reported
    MPI_Init(&argc, &argv);
    MPI_Finalize();
    return 0;
}
