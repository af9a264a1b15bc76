// An assertion fails on one rank: the program's own message is printed, then the rank and the place.
// run: -n 3
// exit: 134
// stderr: sum == 4
// stderr: check_sum
// stderr: rank 2
// stderr: assert_fail.c
#include <assert.h>
#include <mpi.h>

static void __attribute__((noinline)) check_sum(int sum)
{
    assert(sum == 4);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 2)
        check_sum(2 + 3);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
