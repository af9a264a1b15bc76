// Messages of several pieces: 9 MiB, of odd length and address, in both directions at once.
#include "../check.h"

// Checks compare whole buffers, because comparing each byte would take most of the run.
static unsigned char *patterned(size_t bytes, unsigned seed)
{
    enum { PERIOD = 4093 };
    unsigned char *buffer = malloc(bytes);
    fill(buffer, PERIOD, seed);
    for (size_t at = PERIOD; at < bytes; at += PERIOD)
        memcpy(buffer + at, buffer, bytes - at < PERIOD ? bytes - at : PERIOD);
    return buffer;
}

int main(int argc, char **argv)
{
    size_t bytes = (9 << 20) + 13;
    begin(&argc, &argv);
    int next = (rank + 1) % size, previous = (rank + size - 1) % size;
    unsigned char *out = patterned(bytes + 3, rank), *in = calloc(bytes + 3, 1);
    unsigned char *expected = patterned(bytes + 3, previous);
    MPI_Status status;
    MPI_Sendrecv(out + 3, (int)bytes, MPI_BYTE, next, 1, in + 1, (int)bytes, MPI_BYTE, previous, 1, MPI_COMM_WORLD,
                 &status);
    CHECK(count_of(&status, MPI_BYTE) == (int)bytes && memcmp(in + 1, expected + 3, bytes) == 0);
    CHECK(in[0] == 0 && in[bytes + 1] == 0);
    // Exactly two pieces, and one byte more.
    for (int more = 0; more < 2; more++) {
        int count = (8 << 20) + more;
        memset(in, 0, bytes);
        MPI_Sendrecv(out + 3, count, MPI_BYTE, next, 2, in, (int)bytes, MPI_BYTE, previous, 2, MPI_COMM_WORLD, &status);
        CHECK(count_of(&status, MPI_BYTE) == count && memcmp(in, expected + 3, count) == 0 && in[count] == 0);
    }
    free(out);
    free(in);
    free(expected);
    return end();
}
