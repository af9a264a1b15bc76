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

// A message for each tag; MPI_Send might wait for the receive of one that is to be unexpected.
static void send_begin(int tag, int *data, MPI_Request *request)
{
    *data = tag;
    MPI_Isend(data, 1, MPI_INT, 0, tag, MPI_COMM_WORLD, request);
}

static void *allocate(int count, size_t bytes)
{
    void *memory = malloc((size_t)count * bytes);
    if (memory == NULL) {
        fprintf(stderr, "queues: no memory for a queue of %d\n", count);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return memory;
}

static void await_word(void)
{
    MPI_Recv(NULL, 0, MPI_INT, 0, NEXT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void give_word(void)
{
    MPI_Send(NULL, 0, MPI_INT, PEER, NEXT, MPI_COMM_WORLD);
}

// Rank 0 has posted `depth` receives, and then hears of the last one's message.
static double posted_peer(int depth, int *data, MPI_Request *requests)
{
    await_word();
    send_begin(WANTED, &data[WANTED], &requests[WANTED]);
    await_word();
    for (int tag = OTHERS; tag < depth; tag++)
        send_begin(tag, &data[tag], &requests[tag]);
    MPI_Waitall(depth, requests, MPI_STATUSES_IGNORE);
    return 0;
}

// Seconds of the MPI_Wait that finds that message arrived; the other receives are from `source`.
static double posted(int depth, int source, int *data, MPI_Request *requests)
{
    for (int tag = OTHERS; tag < depth; tag++)
        MPI_Irecv(&data[tag], 1, MPI_INT, source, tag, MPI_COMM_WORLD, &requests[tag]);
    MPI_Irecv(&data[WANTED], 1, MPI_INT, PEER, WANTED, MPI_COMM_WORLD, &requests[WANTED]);
    give_word();
    for (double begin = MPI_Wtime(); MPI_Wtime() - begin < PATIENCE;) // without a call that could receive it
        ;
    double start = MPI_Wtime();
    MPI_Wait(&requests[WANTED], MPI_STATUS_IGNORE);
    double seconds = MPI_Wtime() - start;
    give_word();
    MPI_Waitall(depth, requests, MPI_STATUSES_IGNORE);
    for (int tag = 0; tag < depth; tag++)
        expect(data[tag], tag);
    return seconds;
}

static double unexpected_peer(int depth, int *data, MPI_Request *requests)
{
    for (int tag = OTHERS; tag < depth; tag++)
        send_begin(tag, &data[tag], &requests[tag]);
    send_begin(WANTED, &data[WANTED], &requests[WANTED]);
    MPI_Send(NULL, 0, MPI_INT, 0, NEXT, MPI_COMM_WORLD);
    MPI_Waitall(depth, requests, MPI_STATUSES_IGNORE);
    await_word();
    return 0;
}

// `depth` messages have arrived; seconds of the MPI_Recv from `source` that takes the last of them.
static double unexpected(int depth, int source, int *data, MPI_Request *requests)
{
    (void)requests;
    MPI_Probe(PEER, NEXT, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // the last that was sent
    double start = MPI_Wtime();
    MPI_Recv(&data[WANTED], 1, MPI_INT, source, WANTED, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    double seconds = MPI_Wtime() - start;
    MPI_Recv(NULL, 0, MPI_INT, PEER, NEXT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int tag = OTHERS; tag < depth; tag++)
        MPI_Recv(&data[tag], 1, MPI_INT, PEER, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int tag = 0; tag < depth; tag++)
        expect(data[tag], tag);
    give_word();
    return seconds;
}

// What lies between two calls of MPI_Wtime with nothing between them.
static double clock_seconds(void)
{
    double start = MPI_Wtime();
    return MPI_Wtime() - start;
}

enum queue { POSTED, UNEXPECTED };

// Cycles of the last round.
static double cost(enum queue queue, int rank, int depth, int source)
{
    int *data = allocate(depth, sizeof *data);
    MPI_Request *requests = allocate(depth, sizeof *requests);
    double seconds = 0;
    for (int round = 0; round < ROUNDS; round++) {
        if (rank == PEER)
            seconds = queue == POSTED ? posted_peer(depth, data, requests) : unexpected_peer(depth, data, requests);
        else
            seconds = queue == POSTED ? posted(depth, source, data, requests) : unexpected(depth, source, data, requests);
    }
    free(data);
    free(requests);
    return (seconds - clock_seconds()) / MPI_Wtick();
}

static void measure(const struct options *options, int rank)
{
    static const int steps[] = {1, 2, 5};
    if (rank == 0)
        printf("%8s %12s %12s %12s %12s\n", "depth", "posted", "any source", "unexpected", "any source");
    for (int decade = 1; decade <= options->depth_max; decade *= 10) {
        for (int step = 0; step < 3 && decade * steps[step] <= options->depth_max; step++) {
            int depth = decade * steps[step];
            double cycles[] = {cost(POSTED, rank, depth, PEER), cost(POSTED, rank, depth, MPI_ANY_SOURCE),
                               cost(UNEXPECTED, rank, depth, PEER), cost(UNEXPECTED, rank, depth, MPI_ANY_SOURCE)};
            if (rank == 0 && options->no_times)
                printf("%8d\n", depth);
            else if (rank == 0)
                printf("%8d %12.0f %12.0f %12.0f %12.0f\n", depth, cycles[0], cycles[1], cycles[2], cycles[3]);
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
