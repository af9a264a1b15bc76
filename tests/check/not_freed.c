// A communicator, and a datatype if the library has such, are never freed.
// run: -n 2
// exit: 87
// check: not freed
// stderr: the communicator that it makes is never freed
// stderr: not_freed.c:17
// stderr: 2 times in all, in ranks 0, 1
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm first, second;
    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &first);
    MPI_Comm_free(&first);
    // The library may give the same handle again.
    MPI_Comm_dup(MPI_COMM_WORLD, &second);
    MPI_Barrier(second);
    MPI_Finalize();
    return 0;
}
