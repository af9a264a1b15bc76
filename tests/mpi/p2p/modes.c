// Tests every mode of sending, blocking and not, with lengths for all protocols, and with predefined and derived types.
#include "../check.h"

enum { MOST = 9000, MODES = 8 };

static unsigned char out[2 * MOST], in[MOST];

static void send(int mode, int count, MPI_Datatype type, int dest)
{
    MPI_Request request = MPI_REQUEST_NULL;
    switch (mode) {
    case 0: MPI_Send(out, count, type, dest, mode, MPI_COMM_WORLD); break;
    case 1: MPI_Ssend(out, count, type, dest, mode, MPI_COMM_WORLD); break;
    case 2: MPI_Rsend(out, count, type, dest, mode, MPI_COMM_WORLD); break;
    case 3: MPI_Bsend(out, count, type, dest, mode, MPI_COMM_WORLD); break;
    case 4: MPI_Isend(out, count, type, dest, mode, MPI_COMM_WORLD, &request); break;
    case 5: MPI_Issend(out, count, type, dest, mode, MPI_COMM_WORLD, &request); break;
    case 6: MPI_Irsend(out, count, type, dest, mode, MPI_COMM_WORLD, &request); break;
    default: MPI_Ibsend(out, count, type, dest, mode, MPI_COMM_WORLD, &request); break;
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(request == MPI_REQUEST_NULL);
}

int main(int argc, char **argv)
{
    static const int lengths[] = {0, 1, 8, 40, 240, 241, 1000, 4096, 4097, MOST};
    begin(&argc, &argv);
    int bytes = MOST + MPI_BSEND_OVERHEAD, got, dest = size - 1;
    void *buffer = malloc(bytes), *back;
    MPI_Datatype spread;
    MPI_Type_vector(1, 1, 2, MPI_BYTE, &spread);
    MPI_Datatype every_other;
    MPI_Type_create_resized(spread, 0, 2, &every_other);
    MPI_Type_commit(&every_other);
    for (int k = 0; rank == 0 && k < 2 * MOST; k++)
        out[k] = pattern(k / 2, 5);
    MPI_Buffer_attach(buffer, bytes);
    for (int mode = 0; mode < MODES; mode++) {
        for (int i = 0; i < 10; i++) {
            MPI_Request request;
            MPI_Status status;
            if (rank == dest)
                MPI_Irecv(in, MOST, MPI_BYTE, 0, mode, MPI_COMM_WORLD, &request);
            // A ready send needs a posted receive, and a buffered send needs an empty buffer. Both hold after this barrier.
            MPI_Barrier(MPI_COMM_WORLD);
            if (rank == 0)
                send(mode, lengths[i], every_other, dest);
            if (rank == dest) {
                MPI_Wait(&request, &status);
                CHECK(status.MPI_TAG == mode && count_of(&status, MPI_BYTE) == lengths[i] && filled(in, lengths[i], 5));
            }
            if (mode % 4 == 3 && rank == 0) {
                MPI_Buffer_detach(&back, &got);
                MPI_Buffer_attach(back, got);
            }
        }
    }
    MPI_Buffer_detach(&back, &got);
    CHECK(back == buffer && got == bytes);
    MPI_Type_free(&every_other);
    MPI_Type_free(&spread);
    free(buffer);
    return end();
}
