// Lab: how long MPI_Send takes when the receiver is late, over message sizes. It shows where eager ends.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void usage(void)
{
    printf("usage: eager_rendezvous [--late TICKS] [--max BYTES] [--ssend]\n"
           "  --late TICKS  the receiver begins this many clock ticks after the sender (default 200000)\n"
           "  --max BYTES   largest message (default 65536); sizes are 0, 1, 2, 4, ...\n"
           "  --ssend       MPI_Ssend instead of MPI_Send\n");
}

// Something to do other than MPI for `seconds`.
static void compute(double seconds)
{
    double end = MPI_Wtime() + seconds;
    while (MPI_Wtime() < end)
        ;
}

// Seconds that the send of rank 0 takes; rank 1 begins to receive `late` seconds after both have met.
static double send_time(unsigned char *data, int bytes, double late, int synchronous, int rank)
{
    double seconds = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        double start = MPI_Wtime();
        if (synchronous)
            MPI_Ssend(data, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
        else
            MPI_Send(data, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
        seconds = MPI_Wtime() - start;
    } else if (rank == 1) {
        compute(late);
        MPI_Recv(data, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return seconds;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    long late_ticks = 200000, max = 65536;
    int synchronous = 0, help = 0, bad = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--late") == 0 && i + 1 < argc)
            late_ticks = atol(argv[++i]);
        else if (strcmp(argv[i], "--max") == 0 && i + 1 < argc)
            max = atol(argv[++i]);
        else if (strcmp(argv[i], "--ssend") == 0)
            synchronous = 1;
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

    double tick = MPI_Wtick(), late = (double)late_ticks * tick;
    unsigned char *data = calloc((size_t)max + 1, 1);
    if (data == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    send_time(data, 0, late, synchronous, rank); // warms caches up
    if (rank == 0)
        printf("%10s %12s   %s\n", "bytes", "cycles", "MPI_Send");
    for (long bytes = 0; bytes <= max; bytes = bytes == 0 ? 1 : bytes * 2) {
        double seconds = send_time(data, (int)bytes, late, synchronous, rank);
        if (rank == 0)
            printf("%10ld %12.0f   %s\n", bytes, seconds / tick,
                   seconds < 0.5 * late ? "did not wait" : "waited for the receiver");
    }
    free(data);
    MPI_Finalize();
    return 0;
}
