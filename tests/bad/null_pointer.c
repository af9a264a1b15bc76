// A store through a null pointer on one rank: the message names rank, function and line, not just an address.
// run: -n 4
// exit: 139
// stderr: rank 1
// stderr: store_through
// stderr: null_pointer.c:12
#include <mpi.h>
#include <stddef.h>

static void __attribute__((noinline)) store_through(volatile int *place)
{
    *place = 42; // reported
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int *volatile place = NULL;
    if (rank == 1)
        store_through(place);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
