// Ping-pong: latency and bandwidth between rank 0 and one peer, over message sizes, in clock cycles and microseconds.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct options {
    int peer, iterations, warm_up;
    long max_bytes;
};

static void usage(void)
{
    printf("usage: pingpong [--peer RANK] [--iters N] [--warmup N] [--max BYTES]\n"
           "  --peer RANK   who answers rank 0 (default 1); all other ranks wait in a barrier\n"
           "  --iters N     measured round trips a size (default 20)\n"
           "  --warmup N    round trips before that, whose contents are checked (default 2)\n"
           "  --max BYTES   largest message (default 1048576); sizes are 0, 1, 2, 4, ...\n"
           "Times are half a round trip. A cycle is one MPI_Wtick.\n");
}

// Fills in `options`. Returns 0 to go on, 1 for help, 2 for a wrong argument.
static int parse(int argc, char **argv, struct options *options)
{
    *options = (struct options){.peer = 1, .iterations = 20, .warm_up = 2, .max_bytes = 1 << 20};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-h") == 0)
            return 1;
        if (i + 1 == argc)
            return 2;
        long value = atol(argv[i + 1]);
        if (strcmp(argv[i], "--peer") == 0)
            options->peer = (int)value;
        else if (strcmp(argv[i], "--iters") == 0)
            options->iterations = (int)value;
        else if (strcmp(argv[i], "--warmup") == 0)
            options->warm_up = (int)value;
        else if (strcmp(argv[i], "--max") == 0)
            options->max_bytes = value;
        else
            return 2;
        i++;
    }
    return options->iterations >= 1 && options->warm_up >= 0 && options->max_bytes >= 0 ? 0 : 2;
}

static unsigned char pattern(long index, int round)
{
    return (unsigned char)(index * 7 + round * 13 + 1);
}

static void fill(unsigned char *data, long bytes, int round)
{
    for (long i = 0; i < bytes; i++)
        data[i] = pattern(i, round);
}

static void verify(const unsigned char *data, long bytes, int round, int rank)
{
    for (long i = 0; i < bytes; i++) {
        if (data[i] != pattern(i, round)) {
            fprintf(stderr, "pingpong: rank %d: byte %ld of %ld is %d, expected %d\n", rank, i, bytes, data[i],
                    pattern(i, round));
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
}

// Makes round trips and checks their contents: the echo must be equal to the message sent.
static void checked_trips(unsigned char *data, int bytes, int count, int rank, int other)
{
    for (int round = 0; round < count; round++) {
        if (rank == 0) {
            fill(data, bytes, round);
            MPI_Send(data, bytes, MPI_BYTE, other, 1, MPI_COMM_WORLD);
            memset(data, 0, (size_t)bytes);
            MPI_Recv(data, bytes, MPI_BYTE, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(data, bytes, MPI_BYTE, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        verify(data, bytes, round, rank);
        if (rank != 0)
            MPI_Send(data, bytes, MPI_BYTE, other, 1, MPI_COMM_WORLD);
    }
}

// Returns the seconds of half a round trip, as rank 0 measures it.
static double timed_trips(unsigned char *data, int bytes, int count, int rank, int other)
{
    double start = MPI_Wtime();
    for (int i = 0; i < count; i++) {
        if (rank == 0) {
            MPI_Send(data, bytes, MPI_BYTE, other, 2, MPI_COMM_WORLD);
            MPI_Recv(data, bytes, MPI_BYTE, other, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(data, bytes, MPI_BYTE, other, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(data, bytes, MPI_BYTE, other, 2, MPI_COMM_WORLD);
        }
    }
    return (MPI_Wtime() - start) / (2.0 * count);
}

static void measure(const struct options *options, int rank)
{
    int other = rank == 0 ? options->peer : 0;
    double clock_hz = 1.0 / MPI_Wtick();
    unsigned char *data = calloc((size_t)options->max_bytes + 1, 1);
    if (data == NULL) {
        fprintf(stderr, "pingpong: no memory for %ld bytes\n", options->max_bytes);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    if (rank == 0)
        printf("# ranks 0 and %d, clock %.0f MHz\n%10s %12s %12s %10s\n", other, clock_hz * 1e-6, "bytes", "cycles",
               "us", "MB/s");
    for (long bytes = 0; bytes <= options->max_bytes; bytes = bytes == 0 ? 1 : bytes * 2) {
        checked_trips(data, (int)bytes, options->warm_up, rank, other);
        double seconds = timed_trips(data, (int)bytes, options->iterations, rank, other);
        if (rank == 0)
            printf("%10ld %12.1f %12.3f %10.1f\n", bytes, seconds * clock_hz, seconds * 1e6,
                   seconds > 0 ? (double)bytes / seconds * 1e-6 : 0.0);
    }
    free(data);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    struct options options;
    int parsed = parse(argc, argv, &options);
    if (parsed != 0) {
        if (rank == 0)
            usage();
        MPI_Finalize();
        return parsed == 1 ? 0 : 2;
    }
    if (options.peer < 1 || options.peer >= size || options.max_bytes > 1L << 30) {
        if (rank == 0)
            fprintf(stderr, "pingpong: the peer must be a rank from 1 to %d, the message at most 1 GiB\n", size - 1);
        MPI_Finalize();
        return 2;
    }

    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0 || rank == options.peer)
        measure(&options, rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("pingpong: OK\n");
    MPI_Finalize();
    return 0;
}
