// Blocking messages of many lengths and alignments around a ring; statuses; a guard after each buffer.
#include "../check.h"

static void ring(size_t bytes, int skew)
{
    int next = (rank + 1) % size, previous = (rank + size - 1) % size, tag = (int)(bytes % 1000) + skew;
    unsigned char *out = malloc(bytes + 16), *in = malloc(bytes + 16);
    MPI_Status status;
    fill(out + skew, bytes, rank + bytes);
    memset(in, 0xa5, bytes + 16);
    if (rank % 2 == 0) {
        MPI_Send(out + skew, (int)bytes, MPI_BYTE, next, tag, MPI_COMM_WORLD);
        MPI_Recv(in + skew, (int)bytes, MPI_BYTE, previous, tag, MPI_COMM_WORLD, &status);
    } else {
        MPI_Recv(in + skew, (int)bytes, MPI_BYTE, previous, tag, MPI_COMM_WORLD, &status);
        MPI_Send(out + skew, (int)bytes, MPI_BYTE, next, tag, MPI_COMM_WORLD);
    }
    CHECK(status.MPI_SOURCE == previous && status.MPI_TAG == tag && count_of(&status, MPI_BYTE) == (int)bytes);
    CHECK(filled(in + skew, bytes, previous + bytes));
    for (int i = 0; i < skew; i++)
        CHECK(in[i] == 0xa5);
    for (size_t i = skew + bytes; i < bytes + 16; i++)
        CHECK(in[i] == 0xa5);
    free(out);
    free(in);
}

int main(int argc, char **argv)
{
    static const size_t edges[] = {240, 241, 256, 480, 481, 1000, 4095, 4096, 4097, 5000, 65536, 100001};
    begin(&argc, &argv);
    for (size_t bytes = 0; bytes < 64; bytes++)
        ring(bytes, bytes % 8);
    for (int skew = 0; skew < 8; skew++) {
        for (size_t i = 0; i < sizeof edges / sizeof edges[0]; i++)
            ring(edges[i], skew);
    }
    // The message is shorter than the buffer, and the count uses another type than the send.
    int values[10] = {1, 2, 3}, got[10];
    MPI_Status status;
    if (rank == 0)
        MPI_Send(values, 3, MPI_INT, size - 1, 1, MPI_COMM_WORLD);
    if (rank == size - 1) {
        MPI_Recv(got, 10, MPI_INT, 0, 1, MPI_COMM_WORLD, &status);
        CHECK(count_of(&status, MPI_INT) == 3 && got[0] == 1 && got[2] == 3);
        CHECK(count_of(&status, MPI_BYTE) == 12 && count_of(&status, MPI_DOUBLE) == MPI_UNDEFINED);
    }
    return end();
}
