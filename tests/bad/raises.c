// A rank raises the given signal against itself. It has no handlers, so the run ends as POSIX says. A sentence
// reports every signal: even SIGPIPE, because the program's own SIGPIPE differs from that of a closed console.
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
