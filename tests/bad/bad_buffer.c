// A bad pointer to a message that is too long to be copied: the report names the rank that gave the pointer, not the one that waits.
// run: -n 2 -- send
// exit: 139
// stderr: rank 0
// stderr: MPI_Send
// stderr: bad_buffer.c:21
// run: -n 2 -- receive
// exit: 139
// stderr: rank 1
// stderr: MPI_Recv
// stderr: bad_buffer.c:23
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 100000 };

static void transfer(int rank, char *good, char *volatile bad, int bad_rank)
{
    if (rank == 0)
        MPI_Send(bad_rank == 0 ? bad : good, BYTES, MPI_CHAR, 1, 0, MPI_COMM_WORLD); // reported
    else
        MPI_Recv(bad_rank == 1 ? bad : good, BYTES, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // reported
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    char *good = calloc(BYTES, 1);
    transfer(rank, good, (char *)16, argc > 1 && strcmp(argv[1], "receive") == 0);
    free(good);
    MPI_Finalize();
    return 0;
}
