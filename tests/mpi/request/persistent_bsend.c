// Persistent buffered sends: each start needs room in the buffer, and the room is free again when the request is complete.
#include "../check.h"

enum { BYTES = 8000 };

int main(int argc, char **argv)
{
    static unsigned char data[BYTES];
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    int bytes = 2 * (BYTES + MPI_BSEND_OVERHEAD), got;
    void *buffer = malloc(bytes), *back;
    MPI_Buffer_attach(buffer, bytes);
    if (rank == 0) {
        MPI_Request request;
        MPI_Bsend_init(data, BYTES, MPI_BYTE, size - 1, 1, MPI_COMM_WORLD, &request);
        for (int round = 0; round < 2; round++) {
            fill(data, BYTES, round);
            CHECK(MPI_Start(&request) == MPI_SUCCESS);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
        memset(data, 0, BYTES);
        MPI_Request_free(&request);
    }
    if (rank == size - 1) {
        for (int round = 0; round < 2; round++) {
            MPI_Recv(data, BYTES, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            CHECK(filled(data, BYTES, round));
        }
    }
    MPI_Buffer_detach(&back, &got);
    CHECK(back == buffer && got == bytes);
    free(buffer);
    return end();
}
