// Tests the buffer of buffered sends: it holds as many messages as the standard's formula says,
// gives MPI_ERR_BUFFER beyond that, and has room again when messages are gone. Detaching waits.
#include "../check.h"

enum { BYTES = 60000, MESSAGES = 4 };

static unsigned char data[MESSAGES + 1][BYTES];

static void synchronize(int other)
{
    MPI_Sendrecv(NULL, 0, MPI_INT, other, 9, NULL, 0, MPI_INT, other, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    int bytes = MESSAGES * (BYTES + MPI_BSEND_OVERHEAD), got;
    char *buffer = malloc(bytes + 1), *back;
    if (rank == 0) {
        CHECK(class_of(MPI_Bsend(data[0], BYTES, MPI_BYTE, 1, 1, MPI_COMM_WORLD)) == MPI_ERR_BUFFER);
        // Any alignment is allowed.
        MPI_Buffer_attach(buffer + 1, bytes);
        CHECK(class_of(MPI_Buffer_attach(buffer, bytes)) == MPI_ERR_BUFFER);
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < MESSAGES; i++) {
                fill(data[0], BYTES, i + round);
                CHECK(MPI_Bsend(data[0], BYTES, MPI_BYTE, 1, i, MPI_COMM_WORLD) == MPI_SUCCESS);
            }
            MPI_Request request = MPI_REQUEST_NULL;
            CHECK(class_of(MPI_Ibsend(data[0], BYTES, MPI_BYTE, 1, 1, MPI_COMM_WORLD, &request)) == MPI_ERR_BUFFER);
            CHECK(request == MPI_REQUEST_NULL);
            memset(data[0], 0, BYTES);
            synchronize(1);
            if (round == 1) {
                MPI_Buffer_detach(&back, &got);
                CHECK(back == buffer + 1 && got == bytes);
                MPI_Buffer_attach(back, got);
            } else {
                synchronize(1);
            }
        }
        MPI_Buffer_detach(&back, &got);
    } else if (rank == 1) {
        for (int round = 0; round < 3; round++) {
            synchronize(0);
            for (int i = MESSAGES - 1; i >= 0; i--) {
                MPI_Recv(data[i], BYTES, MPI_BYTE, 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                CHECK(filled(data[i], BYTES, i + round));
            }
            if (round != 1)
                synchronize(0);
        }
    }
    free(buffer);
    return end();
}
