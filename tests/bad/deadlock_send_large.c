// Both ranks send a large message with MPI_Send before they receive. This works only for small
// messages, which are sent eagerly: the first run ends well, the second one is a deadlock.
// run: -n 2 -- 8
// exit: 0
// run: -n 2 -- 1048576
// exit: 86
// stderr: deadlock
// stderr: MPI_Send
// stderr: deadlock_send_large.c:22
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, bytes = argc > 1 ? atoi(argv[1]) : 8;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    char *out = calloc((size_t)bytes, 1), *in = calloc((size_t)bytes, 1);
    if (out == NULL || in == NULL)
        return 2;
    if (rank < 2) {
        MPI_Send(out, bytes, MPI_BYTE, 1 - rank, 1, MPI_COMM_WORLD); // reported
        MPI_Recv(in, bytes, MPI_BYTE, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    free(out);
    free(in);
    return 0;
}
