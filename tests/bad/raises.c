// A rank raises a signal against itself, with the number given: there are no handlers, so the run ends as POSIX says. Whatever the
// signal is, a sentence says so: a SIGPIPE of the program's own is not that of a console that nobody reads.
// run: -n 2 -- 15
// exit: 143
// stderr: rank 1: ended by a signal (SIGTERM, number 15)
// stderr: raises.c:22
// stderr: look at the call of raise
// run: -n 2 -- 13
// exit: 141
// stderr: rank 1: ended by a signal (SIGPIPE, number 13)
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        raise(argc > 1 ? atoi(argv[1]) : SIGTERM); // reported
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
