// Every rank sends 256 KiB to every rank, itself included, before any receives; then many short messages.
#include "../check.h"

enum { BYTES = 256 << 10, SHORT = 64, ROUNDS = 100 };

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    unsigned char *out = malloc((size_t)size * BYTES), *in = calloc(size, BYTES);
    MPI_Request *requests = malloc(2 * size * sizeof *requests);
    for (int peer = 0; peer < size; peer++) {
        fill(out + (size_t)peer * BYTES, BYTES, rank * size + peer);
        MPI_Isend(out + (size_t)peer * BYTES, BYTES, MPI_BYTE, peer, 1, MPI_COMM_WORLD, &requests[peer]);
    }
    for (int peer = 0; peer < size; peer++)
        MPI_Irecv(in + (size_t)peer * BYTES, BYTES, MPI_BYTE, peer, 1, MPI_COMM_WORLD, &requests[size + peer]);
    MPI_Waitall(2 * size, requests, MPI_STATUSES_IGNORE);
    for (int peer = 0; peer < size; peer++)
        CHECK(filled(in + (size_t)peer * BYTES, BYTES, peer * size + rank));
    MPI_Request *many = malloc(2 * size * ROUNDS * sizeof *many);
    memset(in, 0, (size_t)size * BYTES);
    for (int i = 0; i < ROUNDS; i++) {
        for (int peer = 0; peer < size; peer++)
            MPI_Isend(out + (size_t)peer * BYTES + i, SHORT, MPI_BYTE, peer, i, MPI_COMM_WORLD, &many[i * size + peer]);
    }
    for (int i = 0; i < ROUNDS; i++) {
        for (int peer = 0; peer < size; peer++)
            MPI_Irecv(in + (size_t)peer * BYTES + i * SHORT, SHORT, MPI_BYTE, peer, i, MPI_COMM_WORLD,
                      &many[(ROUNDS + i) * size + peer]);
    }
    MPI_Waitall(2 * size * ROUNDS, many, MPI_STATUSES_IGNORE);
    for (int peer = 0; peer < size; peer++) {
        for (int i = 0; i < ROUNDS; i++) {
            for (int k = 0; k < SHORT; k++)
                CHECK(in[(size_t)peer * BYTES + i * SHORT + k] == pattern(i + k, peer * size + rank));
        }
    }
    free(out);
    free(in);
    free(requests);
    free(many);
    return end();
}
