// Rank 0 sends to a buffer of rank 1, while rank 1 sends from it to rank 2 (which MPI forbids): rank 2 gets the contents
// that the buffer had when each packet was read. With `ahead` rank 0 waits a little before it begins, otherwise rank 2 does.
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { BYTES = 400000, DELAY = 2000 };

static unsigned char message[BYTES];
static volatile unsigned count;

static void wait_a_little(void)
{
    for (int i = 0; i < DELAY; i++)
        count++;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, is_ahead = argc > 1 && strcmp(argv[1], "ahead") == 0;
    MPI_Request requests[2];
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < BYTES; i++)
        message[i] = rank == 0 ? i * 7 % 251 + 1 : 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank != 1 && is_ahead == (rank == 0))
        wait_a_little();
    if (rank == 0) {
        MPI_Send(message, BYTES, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    } else if (rank == 1) {
        MPI_Irecv(message, BYTES, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(message, BYTES, MPI_BYTE, 2, 0, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    } else if (rank == 2) {
        MPI_Recv(message, BYTES, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        int fresh = 0;
        for (int i = 0; i < BYTES; i++)
            fresh += message[i] != 0;
        printf("%d of %d bytes are of rank 0\n", fresh, BYTES);
    }
    MPI_Finalize();
    return 0;
}
