// Messages of several pieces: 9 MiB, of odd length and address, both ways at once.
#include "check.h"

int main(int argc, char **argv)
{
    size_t bytes = (9 << 20) + 13;
    begin(&argc, &argv);
    unsigned char *out = malloc(bytes + 3), *in = calloc(bytes + 3, 1);
    fill(out + 3, bytes, rank);
    int next = (rank + 1) % size, previous = (rank + size - 1) % size;
    MPI_Status status;
    MPI_Sendrecv(out + 3, (int)bytes, MPI_BYTE, next, 1, in + 1, (int)bytes, MPI_BYTE, previous, 1, MPI_COMM_WORLD,
                 &status);
    CHECK(count_of(&status, MPI_BYTE) == (int)bytes && filled(in + 1, bytes, previous));
    CHECK(in[0] == 0 && in[bytes + 1] == 0);
    // Exactly two pieces, and one byte more.
    for (int more = 0; more < 2; more++) {
        int count = (8 << 20) + more;
        memset(in, 0, bytes);
        MPI_Sendrecv(out + 3, count, MPI_BYTE, next, 2, in, (int)bytes, MPI_BYTE, previous, 2, MPI_COMM_WORLD, &status);
        CHECK(count_of(&status, MPI_BYTE) == count && filled(in, count, previous) && in[count] == 0);
    }
    free(out);
    free(in);
    return end();
}
