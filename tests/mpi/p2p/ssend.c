// Tests that a synchronous send ends only after its receive has begun.
#include "../check.h"

static void meet(size_t bytes)
{
    unsigned char *buffer = malloc(bytes + 1);
    fill(buffer, bytes, bytes);
    MPI_Request request;
    int flag;
    if (rank == 0) {
        MPI_Issend(buffer, (int)bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD, &request);
        // The other rank answers this call before it posts the receive.
        MPI_Sendrecv(NULL, 0, MPI_INT, 1, 2, NULL, 0, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 0; i < 100; i++) {
            MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
            CHECK(!flag);
        }
        MPI_Send(NULL, 0, MPI_INT, 1, 3, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Ssend(buffer, (int)bytes, MPI_BYTE, 1, 4, MPI_COMM_WORLD);
    } else {
        memset(buffer, 0, bytes);
        MPI_Sendrecv(NULL, 0, MPI_INT, 0, 2, NULL, 0, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(NULL, 0, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(buffer, (int)bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(filled(buffer, bytes, bytes));
        memset(buffer, 0, bytes);
        MPI_Recv(buffer, (int)bytes, MPI_BYTE, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(filled(buffer, bytes, bytes));
    }
    free(buffer);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    meet(0);
    meet(1);
    meet(300);
    meet(4096);
    meet(50000);
    return end();
}
