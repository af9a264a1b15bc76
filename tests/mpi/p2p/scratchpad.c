// Tests buffers from MPI_Alloc_mem and from elsewhere, on either side, in every kind of call that sends or receives.
#include "../check.h"

enum { BYTES = 1600, PARTS = 4, ROUNDS = 240 };

static unsigned state = 12345;

// A random number, the same on all ranks.
static unsigned below(unsigned limit)
{
    state = state * 1103515245 + 12345;
    return (state >> 16) % limit;
}

static unsigned char *out[2], *in[2];
static int next, previous;

static void send(int kind, unsigned char *buffer, int bytes, int tag)
{
    if (kind == 0)
        MPI_Send(buffer, bytes, MPI_BYTE, next, tag, MPI_COMM_WORLD);
    else
        MPI_Ssend(buffer, bytes, MPI_BYTE, next, tag, MPI_COMM_WORLD);
}

static void receive(unsigned char *buffer, int room, int bytes, int tag, int source)
{
    MPI_Status status;
    int got;
    MPI_Recv(buffer, room, MPI_BYTE, source, tag, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_BYTE, &got);
    CHECK(got == bytes && status.MPI_SOURCE == previous && status.MPI_TAG == tag);
}

// All ranks but the last send first, so no rank waits for ever.
static void blocking(unsigned char *to, unsigned char *from, int bytes, int tag)
{
    int kind = below(2), room = bytes + below(BYTES - bytes + 1), source = below(4) == 0 ? MPI_ANY_SOURCE : previous;
    if (rank != size - 1)
        send(kind, to, bytes, tag);
    receive(from, room, bytes, tag, source);
    if (rank == size - 1)
        send(kind, to, bytes, tag);
}

static void exchange(unsigned char *to, unsigned char *from, int bytes, int tag)
{
    MPI_Status status;
    int got;
    MPI_Sendrecv(to, bytes, MPI_BYTE, next, tag, from, BYTES, MPI_BYTE, previous, tag, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_BYTE, &got);
    CHECK(got == bytes);
}

// Several messages at once. Receives are posted before or after the sends.
static void in_parts(unsigned char *to, unsigned char *from, int bytes, int tag)
{
    MPI_Request requests[2 * PARTS];
    int part = bytes / PARTS, late = below(2), backwards = below(2);
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < PARTS; i++) {
            int j = backwards ? PARTS - 1 - i : i;
            if (pass == late)
                MPI_Irecv(from + j * part, part, MPI_BYTE, previous, tag + j, MPI_COMM_WORLD, &requests[j]);
            else
                MPI_Isend(to + i * part, part, MPI_BYTE, next, tag + i, MPI_COMM_WORLD, &requests[PARTS + i]);
        }
    }
    MPI_Waitall(2 * PARTS, requests, MPI_STATUSES_IGNORE);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    next = (rank + 1) % size;
    previous = (rank + size - 1) % size;
    MPI_Alloc_mem(BYTES, MPI_INFO_NULL, &out[0]);
    MPI_Alloc_mem(BYTES, MPI_INFO_NULL, &in[0]);
    out[1] = malloc(BYTES);
    in[1] = malloc(BYTES);
    for (int round = 0; round < ROUNDS; round++) {
        unsigned char *to = out[below(2)], *from = in[below(2)];
        int bytes = below(3) == 0 ? below(80) : below(BYTES + 1), way = below(3), tag = 10 * round;
        if (way == 2)
            bytes -= bytes % PARTS;
        fill(to, bytes, rank + round);
        memset(from, 0xee, BYTES);
        if (way == 0)
            blocking(to, from, bytes, tag);
        else if (way == 1)
            exchange(to, from, bytes, tag);
        else
            in_parts(to, from, bytes, tag);
        CHECK(filled(from, bytes, previous + round));
        for (int i = bytes; i < BYTES; i++)
            CHECK(from[i] == 0xee);
    }
    return end();
}
