// Queues: what finding a message costs rank 0 when many receives are posted, or many messages are unexpected. The one that is
// looked for is the last of them.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WANTED = 0, OTHERS = 1, NEXT = 32000 }; // tags; those of the others go on from OTHERS
enum { PEER = 1, ROUNDS = 3 };

static const double PATIENCE = 20e-6; // seconds by which a message that was sent has arrived

struct options {
    int depth_max, no_times;
};

static void usage(void)
{
    printf("usage: queues [--max DEPTH] [--no-times]\n"
           "  --max DEPTH   the longest queue (default 1000); depths are 1, 2, 5, 10, 20, 50, ...\n"
           "  --no-times    print only what does not depend on the machine\n"
           "Needs 2 ranks. Times are those of one call, in cycles (of MPI_Wtick), the last of %d.\n",
           ROUNDS);
}

// Fills in `options`; returns 0 to go on, 1 for help, 2 for a wrong argument.
static int parse(int argc, char **argv, struct options *options)
{
    *options = (struct options){.depth_max = 1000};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-h") == 0)
            return 1;
        if (strcmp(argv[i], "--no-times") == 0)
            options->no_times = 1;
        else if (strcmp(argv[i], "--max") == 0 && i + 1 < argc)
            options->depth_max = atoi(argv[++i]);
        else
            return 2;
    }
    return options->depth_max >= 1 && options->depth_max < NEXT - OTHERS ? 0 : 2;
}

static void expect(int found, int wanted)
{
    if (found != wanted) {
        fprintf(stderr, "queues: received %d in place of %d\n", found, wanted);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

static void send_others(int depth)
{
    for (int tag = OTHERS; tag < depth; tag++)
        MPI_Send(&tag, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
}

static void send_wanted(void)
{
    int wanted = WANTED;
    MPI_Send(&wanted, 1, MPI_INT, 0, WANTED, MPI_COMM_WORLD);
}

static void await_word(void)
{
    MPI_Recv(NULL, 0, MPI_INT, 0, NEXT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void give_word(void)
{
    MPI_Send(NULL, 0, MPI_INT, PEER, NEXT, MPI_COMM_WORLD);
}

// `depth` receives are posted, the others from `source`; seconds of the MPI_Wait that finds the last one's message arrived.
static double posted(int rank, int depth, int source)
{
    if (rank == PEER) {
        await_word();
        send_wanted();
        await_word();
        send_others(depth);
        return 0;
    }
    int *found = malloc((size_t)depth * sizeof *found);
    MPI_Request *requests = malloc((size_t)depth * sizeof *requests);
    if (found == NULL || requests == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int tag = OTHERS; tag < depth; tag++)
        MPI_Irecv(&found[tag], 1, MPI_INT, source, tag, MPI_COMM_WORLD, &requests[tag]);
    MPI_Irecv(&found[WANTED], 1, MPI_INT, PEER, WANTED, MPI_COMM_WORLD, &requests[WANTED]);
    give_word();
    for (double start = MPI_Wtime(); MPI_Wtime() - start < PATIENCE;) // without a call that could receive it
        ;
    double start = MPI_Wtime();
    MPI_Wait(&requests[WANTED], MPI_STATUS_IGNORE);
    double seconds = MPI_Wtime() - start;
    give_word();
    MPI_Waitall(depth - 1, requests + 1, MPI_STATUSES_IGNORE);
    for (int tag = 0; tag < depth; tag++)
        expect(found[tag], tag);
    free(found);
    free(requests);
    return seconds;
}

// `depth` messages have arrived; seconds of the MPI_Recv from `source` that takes the last of them.
static double unexpected(int rank, int depth, int source)
{
    if (rank == PEER) {
        send_others(depth);
        send_wanted();
        MPI_Send(NULL, 0, MPI_INT, 0, NEXT, MPI_COMM_WORLD);
        await_word();
        return 0;
    }
    int found;
    MPI_Probe(PEER, NEXT, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // the last that was sent
    double start = MPI_Wtime();
    MPI_Recv(&found, 1, MPI_INT, source, WANTED, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    double seconds = MPI_Wtime() - start;
    expect(found, WANTED);
    for (int tag = OTHERS; tag < depth; tag++) {
        MPI_Recv(&found, 1, MPI_INT, PEER, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        expect(found, tag);
    }
    MPI_Recv(NULL, 0, MPI_INT, PEER, NEXT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    give_word();
    return seconds;
}

// What lies between two calls of MPI_Wtime with nothing between them.
static double clock_seconds(void)
{
    double start = MPI_Wtime();
    return MPI_Wtime() - start;
}

static double last_of(double measure(int rank, int depth, int source), int rank, int depth, int source)
{
    double seconds = 0;
    for (int round = 0; round < ROUNDS; round++)
        seconds = measure(rank, depth, source) - clock_seconds();
    return seconds / MPI_Wtick();
}

static void measure(const struct options *options, int rank)
{
    static const int steps[] = {1, 2, 5};
    if (rank == 0)
        printf("%8s %12s %12s %12s %12s\n", "depth", "posted", "any source", "unexpected", "any source");
    for (int decade = 1; decade <= options->depth_max; decade *= 10) {
        for (int step = 0; step < 3 && decade * steps[step] <= options->depth_max; step++) {
            int depth = decade * steps[step];
            double cost[] = {last_of(posted, rank, depth, PEER), last_of(posted, rank, depth, MPI_ANY_SOURCE),
                             last_of(unexpected, rank, depth, PEER), last_of(unexpected, rank, depth, MPI_ANY_SOURCE)};
            if (rank == 0 && options->no_times)
                printf("%8d\n", depth);
            else if (rank == 0)
                printf("%8d %12.0f %12.0f %12.0f %12.0f\n", depth, cost[0], cost[1], cost[2], cost[3]);
        }
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    struct options options;
    int parsed = parse(argc, argv, &options);
    if (parsed != 0 || size <= PEER) {
        if (rank == 0 && parsed == 0)
            fprintf(stderr, "queues: needs 2 ranks\n");
        else if (rank == 0)
            usage();
        MPI_Finalize();
        return parsed == 1 ? 0 : 2;
    }
    if (rank <= PEER)
        measure(&options, rank);
    if (rank == 0)
        printf("queues: OK\n");
    MPI_Finalize();
    return 0;
}
