// Rank 0 never returns. With "count" it changes a variable for ever; only a limit can end this (exit 124, with
// every rank's place). With "empty" it provably does nothing, so nothing can ever happen again: an endless loop.
// run: -n 2 --max-cycles 20000000 -- count
// exit: 124
// stderr: --max-cycles
// stderr: rank 0
// stderr: count_for_ever
// stderr: endless_loop.c:
// stderr: MPI_Barrier
// run: -n 2 --timeout 2 -- count
// exit: 124
// stderr: --timeout
// stderr: count_for_ever
// run: -n 2 --max-cycles 20000000 -- empty
// exit: 86
// stderr: endless loop at cycle
// stderr: check the condition of that loop
// stderr: endless_loop.c:
#include <mpi.h>
#include <string.h>

static volatile unsigned counter;

static void __attribute__((noinline)) count_for_ever(void)
{
    for (;;)
        counter++;
}

static void __attribute__((noinline)) do_nothing_for_ever(void)
{
    for (;;)
        ;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        if (argc > 1 && strcmp(argv[1], "empty") == 0)
            do_nothing_for_ever();
        count_for_ever();
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
