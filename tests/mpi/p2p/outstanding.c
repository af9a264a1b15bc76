// More transfers under way than the hardware has counters and flags, and a short message that must pass them.
#include "../check.h"

enum { MANY = 150, BYTES = 6000 };

static unsigned char buffer[MANY][BYTES];

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    static MPI_Request requests[MANY];
    if (rank == 1) {
        for (int i = 0; i < MANY; i++) {
            fill(buffer[i], BYTES, i);
            if (i % 2)
                MPI_Isend(buffer[i], BYTES, MPI_BYTE, 0, i, MPI_COMM_WORLD, &requests[i]);
            else
                MPI_Issend(buffer[i], i, MPI_BYTE, 0, i, MPI_COMM_WORLD, &requests[i]);
        }
        MPI_Send(NULL, 0, MPI_BYTE, 0, MANY, MPI_COMM_WORLD);
        MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE);
    } else if (rank == 0) {
        MPI_Recv(NULL, 0, MPI_BYTE, 1, MANY, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = MANY - 1; i >= 0; i--)
            MPI_Irecv(buffer[i], BYTES, MPI_BYTE, 1, i, MPI_COMM_WORLD, &requests[i]);
        MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE);
        for (int i = 0; i < MANY; i++)
            CHECK(filled(buffer[i], i % 2 ? BYTES : i, i));
    }
    MPI_Barrier(MPI_COMM_WORLD);
    // All receives are posted first. The sender uses another order.
    if (rank == 0) {
        memset(buffer, 0, sizeof buffer);
        for (int i = 0; i < MANY; i++)
            MPI_Irecv(buffer[i], BYTES, MPI_BYTE, MPI_ANY_SOURCE, i, MPI_COMM_WORLD, &requests[i]);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        for (int i = 0; i < MANY; i++)
            MPI_Isend(buffer[i], i % 2 ? BYTES : i, MPI_BYTE, 0, (i * 7) % MANY, MPI_COMM_WORLD, &requests[i]);
    }
    if (rank < 2)
        MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; rank == 0 && i < MANY; i++)
        CHECK(filled(buffer[(i * 7) % MANY], i % 2 ? BYTES : i, i));
    return end();
}
