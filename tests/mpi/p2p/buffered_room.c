// MPI_Bsend reuses the room of messages that were fetched while this rank was outside MPI.
#include "../check.h"

enum { BYTES = 10000, MESSAGES = 5 };

static unsigned char data[BYTES], space[BYTES + 2 * MPI_BSEND_OVERHEAD];

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Buffer_attach(space, sizeof space);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < MESSAGES; i++) {
        if (rank == 0) {
            fill(data, BYTES, i);
            CHECK(MPI_Bsend(data, BYTES, MPI_BYTE, 1, i, MPI_COMM_WORLD) == MPI_SUCCESS);
            for (double start = MPI_Wtime(); MPI_Wtime() - start < 0.002;)
                ;
        } else if (rank == 1) {
            MPI_Recv(data, BYTES, MPI_BYTE, 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            CHECK(filled(data, BYTES, i));
        }
    }
    void *back;
    int bytes;
    MPI_Buffer_detach(&back, &bytes);
    return end();
}
