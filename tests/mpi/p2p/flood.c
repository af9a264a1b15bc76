// Every rank sends rank 0 more than an interface can hold before rank 0 receives: source by source, in random order, and by falling tags.
#include "../check.h"

enum { LONGEST = 4096, PENDING = 30 };

static const size_t lengths[] = {0, 64, 1024, LONGEST};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

static int messages;  // of each rank in each pattern
static unsigned char buffer[LONGEST], many[PENDING][LONGEST];

static unsigned seed_of(int source, int message)
{
    return source * 7 + message;
}

static void receive_one(int source, int tag, size_t bytes, unsigned seed)
{
    MPI_Status status;
    MPI_Recv(buffer, sizeof buffer, MPI_BYTE, source, tag, MPI_COMM_WORLD, &status);
    CHECK(count_of(&status, MPI_BYTE) == (int)bytes);
    CHECK(filled(buffer, bytes, seed));
}

static void send_all(size_t bytes)
{
    for (int i = 0; i < messages; i++) {
        fill(buffer, bytes, seed_of(rank, i));
        MPI_Send(buffer, (int)bytes, MPI_BYTE, 0, rank, MPI_COMM_WORLD);
    }
}

// Receives all messages of the last source first.
static void by_source(size_t bytes)
{
    if (rank != 0) {
        send_all(bytes);
        return;
    }
    for (int source = size - 1; source > 0; source--) {
        for (int i = 0; i < messages; i++)
            receive_one(source, source, bytes, seed_of(source, i));
    }
}

// Receives the next message of a random source.
static void at_random(size_t bytes)
{
    if (rank != 0) {
        send_all(bytes);
        return;
    }
    int *got = calloc(size, sizeof *got);
    CHECK(got != NULL);
    unsigned state = 1;
    for (int left = (size - 1) * messages; left > 0; left--) {
        state = state * 1664525 + 1013904223;
        int source = 1 + (int)(state >> 8) % (size - 1);
        while (got[source] == messages)
            source = 1 + source % (size - 1);
        receive_one(source, source, bytes, seed_of(source, got[source]++));
    }
    free(got);
}

// Sends stay pending, and the last one is received first. Every rank sends to itself, too.
static void backwards(int to, size_t bytes)
{
    MPI_Request requests[PENDING];
    for (int i = 0; i < PENDING; i++) {
        fill(many[i], bytes, seed_of(rank, i));
        MPI_Isend(many[i], (int)bytes, MPI_BYTE, to, i, MPI_COMM_WORLD, &requests[i]);
    }
    for (int i = PENDING - 1; i >= 0 && rank == to; i--) {
        for (int source = to == 0 ? 0 : rank; source <= (to == 0 ? size - 1 : rank); source++)
            receive_one(source, i, bytes, seed_of(source, i));
    }
    MPI_Waitall(PENDING, requests, MPI_STATUSES_IGNORE);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    messages = 1000 / size;
    for (int i = 0; i < LENGTHS; i++) {
        if (size > 1) {
            by_source(lengths[i]);
            at_random(lengths[i]);
        }
        backwards(0, lengths[i]);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank != 0)
            backwards(rank, lengths[i]);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    return end();
}
