// Recursion without end: the report calls the fault below the stack a stack overflow, and names the recursive function.
// run: -n 2
// exit: 139
// stderr: stack overflow
// stderr: rank 1
// stderr: descend
// stderr: stack_overflow.c:
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static volatile long depth_limit = 1L << 40;

static long __attribute__((noinline)) descend(long depth)
{
    volatile char room[1024];
    memset((char *)room, (int)depth, sizeof room);
    if (depth >= depth_limit)
        return 0;
    return descend(depth + 1) + room[depth % 1024];
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1)
        printf("%ld\n", descend(0));
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
