// Lab 3, solution: when does MPI_Send return if the receiver is late? Over message sizes, this shows where eager ends.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void usage(void)
{
    printf("usage: eager_rendezvous [--late TICKS] [--max BYTES] [--ssend] [--limit]\n"
           "  --late TICKS  the receiver begins this many clock ticks after the sender (default 200000)\n"
           "  --max BYTES   largest message (default 65536); sizes are 0, 1, 2, 4, ...\n"
           "  --ssend       MPI_Ssend instead of MPI_Send\n"
           "  --limit       look for the largest size at which the send does not wait, in place of the table\n");
}

// Computes for `seconds`. Calls nothing of MPI but MPI_Wtime.
static void compute(double seconds)
{
    double end = MPI_Wtime() + seconds;
    while (MPI_Wtime() < end)
        ;
}

// One message from rank 0 to rank 1, as rank 0 measures it, in seconds.
struct sent {
    double taken; // the time that MPI_Send took
    double ahead; // from its return to the receiver's call of MPI_Recv; negative if that call came first
};

// Sends one message. Rank 1 begins to receive `late` seconds after both have met. MPI_Wtime must be one clock for all ranks
// (MPI_WTIME_IS_GLOBAL). The result is valid on rank 0 only.
static struct sent send_one(unsigned char *data, int bytes, double late, int synchronous, int rank)
{
    struct sent sent = {0, 0};
    double begin = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        double start = MPI_Wtime();
        if (synchronous)
            MPI_Ssend(data, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
        else
            MPI_Send(data, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
        double end = MPI_Wtime();
        MPI_Recv(&begin, 1, MPI_DOUBLE, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sent.taken = end - start;
        sent.ahead = begin - end;
    } else if (rank == 1) {
        compute(late);
        begin = MPI_Wtime();
        MPI_Recv(data, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&begin, 1, MPI_DOUBLE, 0, 2, MPI_COMM_WORLD);
    }
    return sent;
}

// Prints a line for each size: 0, 1, 2, 4, ...
static void print_table(unsigned char *data, long max, double late, int synchronous, int rank)
{
    double tick = MPI_Wtick();
    if (rank == 0)
        printf("%10s %12s   MPI_Send returned\n", "bytes", "cycles");
    for (long bytes = 0; bytes <= max; bytes = bytes == 0 ? 1 : bytes * 2) {
        send_one(data, (int)bytes, late, synchronous, rank); // fills the caches
        struct sent sent = send_one(data, (int)bytes, late, synchronous, rank);
        if (rank == 0)
            printf("%10ld %12.0f   %.0f cycles %s the receiver called MPI_Recv\n", bytes, sent.taken / tick,
                   (sent.ahead < 0 ? -sent.ahead : sent.ahead) / tick, sent.ahead < 0 ? "after" : "before");
    }
}

// The largest size up to `max` bytes whose send returns before the receiver has called MPI_Recv, or -1 if there is none.
// Rank 0 finds it by bisection, and tells the others.
static long limit_of(unsigned char *data, long max, double late, int synchronous, int rank)
{
    long below = -1, above = max + 1; // sends of `below` bytes are known not to wait; those of `above` wait or are too long
    while (above - below > 1) {
        long middle = below + (above - below) / 2;
        struct sent sent = send_one(data, (int)middle, late, synchronous, rank);
        int waited = sent.ahead < 0;
        MPI_Bcast(&waited, 1, MPI_INT, 0, MPI_COMM_WORLD);
        if (waited)
            above = middle;
        else
            below = middle;
    }
    return below;
}

static int is_clock_global(void)
{
    int *global, have;
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_WTIME_IS_GLOBAL, &global, &have);
    return have && *global;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    long late_ticks = 200000, max = 65536;
    int synchronous = 0, limit = 0, help = 0, bad = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--late") == 0 && i + 1 < argc)
            late_ticks = atol(argv[++i]);
        else if (strcmp(argv[i], "--max") == 0 && i + 1 < argc)
            max = atol(argv[++i]);
        else if (strcmp(argv[i], "--ssend") == 0)
            synchronous = 1;
        else if (strcmp(argv[i], "--limit") == 0)
            limit = 1;
        else if (strcmp(argv[i], "-h") == 0)
            help = 1;
        else
            bad = 1;
    }
    if (help || bad || size < 2 || late_ticks < 1 || max < 0 || max > 1L << 30) {
        if (rank == 0) {
            usage();
            if (size < 2)
                fprintf(stderr, "eager_rendezvous: needs two ranks\n");
        }
        MPI_Finalize();
        return help ? 0 : 2;
    }

    if (!is_clock_global()) {
        if (rank == 0)
            fprintf(stderr, "eager_rendezvous: needs a clock that is the same for all ranks\n");
        MPI_Finalize();
        return 2;
    }

    double late = (double)late_ticks * MPI_Wtick();
    unsigned char *data = calloc((size_t)max + 1, 1);
    if (data == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (limit) {
        long largest = limit_of(data, max, late, synchronous, rank);
        if (rank == 0)
            printf("largest size that does not wait: %ld bytes\n", largest);
    } else {
        print_table(data, max, late, synchronous, rank);
    }
    free(data);
    MPI_Finalize();
    return 0;
}
