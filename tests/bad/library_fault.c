// The library faults at a bad pointer of the program: the report names the program's call, and with -v the library's functions, too.
// run: -n 2
// exit: 139
// stderr: segmentation fault: load from 0x8, a null pointer
// stderr: in MPI_Send, called from main at
// stderr: -v shows the
// run: -n 2 -v
// exit: 139
// stderr: rankine/libmpi-c/
// stderr: called from main at
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Send((void *)8, 100, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv((int[100]){0}, 100, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
