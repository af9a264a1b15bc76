// The ping-pong of Katsamani 2010 §4.4: half a round trip between ranks 0 and 1, in clock cycles, for message sizes given as
// arguments (`a-b:c` is a, a + c, … b); warm-up round trips first. Buffers are cached memory, or scratchpad with -s; -nN is
// the number of round trips.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WARM_UP = 10, LONGEST = 1 << 16, SCRATCHPAD = 4096 };

static int iterations = 10000, rank;
static char *buffer;

static void exchange(int bytes)
{
    if (rank == 0) {
        MPI_Send(buffer, bytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
        MPI_Recv(buffer, bytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(buffer, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(buffer, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
    }
}

static void measure(int bytes)
{
    for (int i = 0; i < WARM_UP; i++)
        exchange(bytes);
    double start = MPI_Wtime();
    for (int i = 0; i < iterations; i++)
        exchange(bytes);
    double cycles = (MPI_Wtime() - start) / MPI_Wtick() / iterations / 2;
    if (rank == 0)
        printf("%d %.2f\n", bytes, cycles);
}

static void measure_all(const char *sizes)
{
    char *end;
    long first = strtol(sizes, &end, 10), last = first, step = 1;
    if (*end == '-')
        last = strtol(end + 1, &end, 10);
    if (*end == ':')
        step = strtol(end + 1, &end, 10);
    if (*end != '\0' || first < 0 || last > LONGEST || step < 1) {
        fprintf(stderr, "pingpong: %s is no range of sizes up to %d\n", sizes, LONGEST);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    for (long bytes = first; bytes <= last; bytes += step)
        measure((int)bytes);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    buffer = calloc(LONGEST, 1);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-s") == 0)
            MPI_Alloc_mem(SCRATCHPAD, MPI_INFO_NULL, &buffer);
        else if (strncmp(argv[i], "-n", 2) == 0)
            iterations = atoi(argv[i] + 2);
        else if (rank < 2)
            measure_all(argv[i]);
    }
    MPI_Finalize();
    return 0;
}
