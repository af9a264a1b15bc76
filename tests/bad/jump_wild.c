// A call through a wrong function pointer: the report names the target and the caller.
// run: -n 2
// exit: 139
// stderr: rank 1
// stderr: f0000000
// stderr: call_through
// run: -n 2 -- null
// exit: 139
// stderr: rank 1
// stderr: call_through
#include <mpi.h>
#include <stdint.h>

static int __attribute__((noinline)) call_through(int (*volatile function)(int))
{
    return function(1) + 1; // not a tail call: the caller's frame is still there
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, result = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1)
        result = call_through((int (*)(int))(uintptr_t)(argc > 1 ? 0 : 0xf0000000));
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return result;
}
