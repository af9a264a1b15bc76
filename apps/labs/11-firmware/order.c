// Lab 11: do messages meet their receives in MPI's order? Rank 1 posts receives with and without wildcards, and rank 0 sends
// messages in another order. A model says which receive takes which message.
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>

enum { RECEIVES = 60, MESSAGES = 60, TAGS = 4, SERIES = 20 };

struct receive {
    int source, tag, got;
};

// A number from 0 to below - 1. Both ranks have the same sequence.
static int choose(uint64_t *state, int below)
{
    *state = *state * 6364136223846793005 + 1442695040888963407;
    return (int)((*state >> 33) % (uint64_t)below);
}

// Chooses the receives of a series and the tags of its messages.
static void plan(int series, struct receive *receives, int *tags)
{
    uint64_t state = (uint64_t)series;
    for (int i = 0; i < RECEIVES; i++) {
        int any = choose(&state, 4);
        receives[i].source = any == 0 || any == 2 ? MPI_ANY_SOURCE : 0;
        receives[i].tag = any == 1 || any == 2 ? MPI_ANY_TAG : choose(&state, TAGS);
        receives[i].got = -1;
    }
    for (int i = 0; i < MESSAGES; i++)
        tags[i] = choose(&state, TAGS);
}

// The receive that takes a message by MPI's rules: the oldest one that accepts it. -1 if there is none.
static int taker(const struct receive *receives, const int *taken, int tag)
{
    for (int i = 0; i < RECEIVES; i++)
        if (taken[i] < 0 && (receives[i].tag == tag || receives[i].tag == MPI_ANY_TAG))
            return i;
    return -1;
}

// Takes the messages that met no receive, the oldest first. Returns how many are wrong.
static int take_rest(const int *rest, int count)
{
    int wrong = 0, number;
    for (int i = 0; i < count; i++) {
        MPI_Recv(&number, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        wrong += number != rest[i];
    }
    return wrong;
}

// Cancels the receives that are left. Returns how many receives are wrong.
static int compare(struct receive *receives, MPI_Request *requests, const int *taken)
{
    int wrong = 0;
    for (int i = 0; i < RECEIVES; i++) {
        if (taken[i] < 0)
            MPI_Cancel(&requests[i]);
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
        wrong += receives[i].got != taken[i];
    }
    return wrong;
}

// Rank 1's part of a series. Returns the number of mistakes.
static int receive_series(struct receive *receives, const int *tags)
{
    MPI_Request requests[RECEIVES];
    int taken[RECEIVES], rest[MESSAGES], left = 0;
    for (int i = 0; i < RECEIVES; i++) {
        taken[i] = -1;
        MPI_Irecv(&receives[i].got, 1, MPI_INT, receives[i].source, receives[i].tag, MPI_COMM_WORLD, &requests[i]);
    }
    for (int i = 0; i < MESSAGES; i++) {
        int at = taker(receives, taken, tags[i]);
        if (at >= 0)
            taken[at] = i;
        else
            rest[left++] = i;
    }
    MPI_Barrier(MPI_COMM_WORLD); // the receives are posted
    MPI_Barrier(MPI_COMM_WORLD); // the messages are sent
    int wrong = take_rest(rest, left);
    return wrong + compare(receives, requests, taken);
}

static void send_series(const int *tags)
{
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < MESSAGES; i++)
        MPI_Send(&i, 1, MPI_INT, 1, tags[i], MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    struct receive receives[RECEIVES];
    int tags[MESSAGES], rank, size, wrong = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int series = 0; size == 2 && series < SERIES; series++) {
        plan(series, receives, tags);
        if (rank == 0)
            send_series(tags);
        else
            wrong += receive_series(receives, tags);
    }
    if (size != 2 && rank == 0)
        printf("order: needs two ranks\n");
    if (size == 2 && rank == 1)
        printf("order: %d series, %d messages in the wrong place: %s\n", SERIES, wrong, wrong == 0 ? "OK" : "WRONG");
    MPI_Finalize();
    return wrong != 0 || size != 2;
}
