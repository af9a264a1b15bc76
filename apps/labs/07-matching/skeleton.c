// Lab 7: the cost of finding the receive for a message when many receives are posted.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAG_ANSWER = 1, TAG_MEASURED = 2, TAG_OTHER = 100 };
enum { ROUNDS = 6, DEPTHS_MAX = 32 };

// Ends the program: this part is not written yet.
static void gap(int number, const char *what)
{
    fprintf(stderr, "gap %d: %s is not written yet\n", number, what);
    MPI_Abort(MPI_COMM_WORLD, 10 + number);
}

// Lets ranks 0 and 1 meet, and waits until all messages on their way have arrived.
static void settle(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
    double end = MPI_Wtime() + 50000 * MPI_Wtick();
    while (MPI_Wtime() < end)
        ;
}

// Posts `depth` receives that the measured message does not match: each has a tag of its own, from TAG_OTHER on, and no data.
// If `wildcard` is not 0, they take messages of any source.
static void post_others(MPI_Request *others, int depth, int wildcard)
{
    gap(1, "post_others: the receives in front of the measured one");
    (void)others, (void)depth, (void)wildcard, (void)TAG_OTHER;
}

// Completes the receives of post_others.
static void take_others(MPI_Request *others, int depth)
{
    gap(2, "take_others: the end of these receives");
    (void)others, (void)depth;
}

// Sends rank 1 a message for each receive of post_others.
static void send_others(int depth)
{
    gap(2, "send_others: the messages for these receives");
    (void)depth;
}

// Returns the slope of the straight line through the points (x, y) with the least sum of squared distances in y.
static double slope_of(const double *x, const double *y, int count)
{
    gap(3, "slope_of: the slope of the line through the points");
    (void)x, (void)y, (void)count;
    return 0;
}

// Returns the cycles from rank 0's send until it has rank 1's answer. Rank 1 posts `depth` other receives before the measured
// one. If `wildcard` is not 0, the others accept messages of any source.
static double round_trip(int depth, int wildcard, int rank)
{
    char byte = 0, answered;
    double cycles = 0;
    MPI_Request *others = calloc((size_t)depth + 1, sizeof(MPI_Request));
    if (others == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (rank == 1) {
        MPI_Request measured;
        post_others(others, depth, wildcard);
        MPI_Irecv(&byte, 1, MPI_CHAR, 0, TAG_MEASURED, MPI_COMM_WORLD, &measured);
        settle();
        MPI_Wait(&measured, MPI_STATUS_IGNORE);
        MPI_Send(&byte, 1, MPI_CHAR, 0, TAG_ANSWER, MPI_COMM_WORLD);
        take_others(others, depth);
    } else {
        MPI_Request answer;
        MPI_Irecv(&answered, 1, MPI_CHAR, 1, TAG_ANSWER, MPI_COMM_WORLD, &answer);
        settle();
        double start = MPI_Wtime();
        MPI_Send(&byte, 1, MPI_CHAR, 1, TAG_MEASURED, MPI_COMM_WORLD);
        MPI_Wait(&answer, MPI_STATUS_IGNORE);
        cycles = (MPI_Wtime() - start) / MPI_Wtick();
        send_others(depth);
    }
    free(others);
    return cycles;
}

static int usage(int rank)
{
    if (rank == 0)
        printf("usage: matching [--wildcard] DEPTH DEPTH...\n"
               "  at least two different depths, at most 32, each from 0 to 10000; needs two ranks\n");
    MPI_Finalize();
    return 2;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size, first = 1, wildcard = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc > 1 && strcmp(argv[1], "--wildcard") == 0)
        wildcard = first++;
    int count = argc - first;
    if (size != 2 || count < 2 || count > DEPTHS_MAX)
        return usage(rank);
    double depths[DEPTHS_MAX], cycles[DEPTHS_MAX] = {0};
    for (int i = 0; i < count; i++) {
        int depth = atoi(argv[first + i]);
        if (depth < 0 || depth > 10000)
            return usage(rank);
        depths[i] = depth;
        round_trip(depth, wildcard, rank); // fills the caches
        for (int round = 1; round < ROUNDS; round++)
            cycles[i] += round_trip(depth, wildcard, rank) / (ROUNDS - 1);
        if (rank == 0)
            printf("depth %6d: %8.0f cycles\n", depth, cycles[i]);
    }
    double slope = slope_of(depths, cycles, count);
    if (rank == 0)
        printf("%.1f cycles for each receive\n", slope);
    MPI_Finalize();
    return 0;
}
