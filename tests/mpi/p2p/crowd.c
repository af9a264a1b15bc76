// With many ranks, each may have only a few packets under way to another: collectives, all to all, all to one.
#include "../check.h"

enum { BYTES = 600 };

static void collectives(int *out, int *in)
{
    int sum = 0;
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(sum == size * (size - 1) / 2);
    for (int peer = 0; peer < size; peer++)
        out[peer] = rank * size + peer;
    MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD);
    for (int peer = 0; peer < size; peer++)
        CHECK(in[peer] == peer * size + rank);
    MPI_Gather(&rank, 1, MPI_INT, in, 1, MPI_INT, size - 1, MPI_COMM_WORLD);
    for (int peer = 0; rank == size - 1 && peer < size; peer++)
        CHECK(in[peer] == peer);
}

static void all_at_once(int *out, int *in)
{
    MPI_Request *requests = malloc(2 * size * sizeof *requests);
    for (int peer = 0; peer < size; peer++)
        MPI_Isend(&out[peer], 1, MPI_INT, peer, 5, MPI_COMM_WORLD, &requests[peer]);
    for (int peer = 0; peer < size; peer++)
        MPI_Irecv(&in[peer], 1, MPI_INT, peer, 5, MPI_COMM_WORLD, &requests[size + peer]);
    MPI_Waitall(2 * size, requests, MPI_STATUSES_IGNORE);
    for (int peer = 0; peer < size; peer++)
        CHECK(in[peer] == peer * size + rank);
    free(requests);
}

// Messages of several packets from all ranks, received in another order than sent.
static void funnel(void)
{
    unsigned char buffer[BYTES];
    for (int tag = 7; rank != 0 && tag <= 8; tag++) {
        fill(buffer, BYTES, rank + tag);
        MPI_Send(buffer, BYTES, MPI_BYTE, 0, tag, MPI_COMM_WORLD);
    }
    for (int i = 1; rank == 0 && i < size; i++) {
        MPI_Recv(buffer, BYTES, MPI_BYTE, i, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(filled(buffer, BYTES, i + 8));
    }
    for (int i = 1; rank == 0 && i < size; i++) {
        MPI_Status status;
        MPI_Recv(buffer, BYTES, MPI_BYTE, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &status);
        CHECK(filled(buffer, BYTES, status.MPI_SOURCE + 7));
    }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int *out = malloc(size * sizeof *out), *in = malloc(size * sizeof *in);
    collectives(out, in);
    all_at_once(out, in);
    funnel();
    free(out);
    free(in);
    return end();
}
