// Calling MPI_Init twice is an error (MPI_ERR_OTHER).
// run: -n 2
// exit: 16
// stderr: MPI_Init
// stderr: double_init.c:11
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Init(&argc, &argv); // reported
    MPI_Finalize();
    return 0;
}
