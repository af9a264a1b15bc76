// Lab 2: ways to exchange a message between neighbours, some of which can deadlock.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAG = 9 };

static void usage(void)
{
    printf("usage: deadlock receive-first|send-first|odd-even|sendrecv|isend|ssend [BYTES]\n"
           "  every rank passes BYTES bytes (default 8) to its right neighbour\n");
}

// Ends the program: this part is not written yet.
static void gap(int number, const char *what)
{
    fprintf(stderr, "gap %d: %s is not written yet\n", number, what);
    MPI_Abort(MPI_COMM_WORLD, 10 + number);
}

static void receive_first(char *out, char *in, int bytes, int left, int right)
{
    MPI_Recv(in, bytes, MPI_BYTE, left, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(out, bytes, MPI_BYTE, right, TAG, MPI_COMM_WORLD);
}

static void send_first(char *out, char *in, int bytes, int left, int right)
{
    MPI_Send(out, bytes, MPI_BYTE, right, TAG, MPI_COMM_WORLD);
    MPI_Recv(in, bytes, MPI_BYTE, left, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void odd_even(char *out, char *in, int bytes, int left, int right)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank % 2 == 0)
        send_first(out, in, bytes, left, right);
    else
        receive_first(out, in, bytes, left, right);
}

static void both_at_once(char *out, char *in, int bytes, int left, int right)
{
    MPI_Sendrecv(out, bytes, MPI_BYTE, right, TAG, in, bytes, MPI_BYTE, left, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

// Must be right for every number of ranks.
static void nonblocking(char *out, char *in, int bytes, int left, int right)
{
    gap(1, "nonblocking: the exchange with MPI_Isend");
    (void)out, (void)in, (void)bytes, (void)left, (void)right;
}

// Must be right for every number of ranks above one.
static void synchronous(char *out, char *in, int bytes, int left, int right)
{
    gap(2, "synchronous: the exchange with MPI_Ssend");
    (void)out, (void)in, (void)bytes, (void)left, (void)right;
}

static const struct {
    const char *name;
    void (*pass)(char *out, char *in, int bytes, int left, int right);
} WAYS[] = {
    {"receive-first", receive_first},
    {"send-first", send_first},
    {"odd-even", odd_even},
    {"sendrecv", both_at_once},
    {"isend", nonblocking},
    {"ssend", synchronous},
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size, bytes = argc > 2 ? atoi(argv[2]) : 8;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    size_t way = 0, ways = sizeof WAYS / sizeof WAYS[0];
    while (argc > 1 && way < ways && strcmp(argv[1], WAYS[way].name) != 0)
        way++;
    if (argc < 2 || way == ways || bytes < 1) {
        if (rank == 0)
            usage();
        MPI_Finalize();
        return argc > 1 && strcmp(argv[1], "-h") == 0 ? 0 : 2;
    }

    char *out = calloc((size_t)bytes, 1), *in = calloc((size_t)bytes, 1);
    if (out == NULL || in == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    memset(out, rank, (size_t)bytes);
    int left = (rank + size - 1) % size, right = (rank + 1) % size;
    WAYS[way].pass(out, in, bytes, left, right);

    int wrong = in[0] != (char)left || in[bytes - 1] != (char)left, any_wrong;
    MPI_Allreduce(&wrong, &any_wrong, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (rank == 0)
        printf("deadlock: %s with %d bytes: %s\n", WAYS[way].name, bytes, any_wrong ? "WRONG" : "OK");
    free(out);
    free(in);
    MPI_Finalize();
    return any_wrong;
}
