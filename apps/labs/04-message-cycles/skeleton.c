// Lab 4: where the cycles of a message go. Each MPI call for a message is timed by itself, when it need not wait.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TIMER, SEND, RECEIVE_ARRIVED, IRECV, TEST_IDLE, IPROBE_IDLE, ISEND, WAIT_ARRIVED, SENDRECV, BARRIER, ONE_WAY, STEPS };
enum { TAG = 1, TAG_NEVER = 2 };

static const char *const NAMES[STEPS] = {
    [TIMER] = "two MPI_Wtime, nothing between",
    [SEND] = "MPI_Send",
    [RECEIVE_ARRIVED] = "MPI_Recv, message already there",
    [IRECV] = "MPI_Irecv, nothing there yet",
    [TEST_IDLE] = "MPI_Test, not done yet",
    [IPROBE_IDLE] = "MPI_Iprobe, nothing there",
    [ISEND] = "MPI_Isend",
    [WAIT_ARRIVED] = "MPI_Wait, message already there",
    [SENDRECV] = "MPI_Sendrecv, both at once",
    [BARRIER] = "MPI_Barrier, both at once",
    [ONE_WAY] = "one way, receiver waiting",
};

static void usage(void)
{
    printf("usage: message_cycles [--bytes N] [--iters N]\n"
           "  --bytes N  length of the message (default 8)\n"
           "  --iters N  repetitions, the first of which is not counted (default 10)\n"
           "Times are means in clock cycles on rank 0, less those of the timer itself.\n");
}

// Ends the program: this part is not written yet.
static void gap(int number, const char *what)
{
    fprintf(stderr, "gap %d: %s is not written yet\n", number, what);
    MPI_Abort(MPI_COMM_WORLD, 10 + number);
}

static double since(double start)
{
    return MPI_Wtime() - start;
}

// Computes for 20 000 cycles.
static void settle_alone(void)
{
    double end = MPI_Wtime() + 20000 * MPI_Wtick();
    while (MPI_Wtime() < end)
        ;
}

// Waits until all messages on their way have arrived.
static void settle(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
    settle_alone();
}

// Both ranks send, let the message arrive, and only then receive it.
static void time_blocking(double *times, char *data, int bytes, int other)
{
    double start = MPI_Wtime();
    times[TIMER] += since(start);
    settle();
    start = MPI_Wtime();
    MPI_Send(data, bytes, MPI_BYTE, other, TAG, MPI_COMM_WORLD);
    times[SEND] += since(start);
    settle();
    start = MPI_Wtime();
    MPI_Recv(data, bytes, MPI_BYTE, other, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    times[RECEIVE_ARRIVED] += since(start);
}

static void time_nonblocking(double *times, char *data, char *room, int bytes, int other)
{
    MPI_Request receive, send;
    int flag;
    settle();
    double start = MPI_Wtime();
    MPI_Irecv(room, bytes, MPI_BYTE, other, TAG, MPI_COMM_WORLD, &receive);
    times[IRECV] += since(start);
    start = MPI_Wtime();
    MPI_Test(&receive, &flag, MPI_STATUS_IGNORE);
    times[TEST_IDLE] += since(start);
    start = MPI_Wtime();
    MPI_Iprobe(other, TAG_NEVER, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    times[IPROBE_IDLE] += since(start);
    settle();
    start = MPI_Wtime();
    MPI_Isend(data, bytes, MPI_BYTE, other, TAG, MPI_COMM_WORLD, &send);
    times[ISEND] += since(start);
    MPI_Wait(&send, MPI_STATUS_IGNORE);
    settle();
    start = MPI_Wtime();
    MPI_Wait(&receive, MPI_STATUS_IGNORE);
    times[WAIT_ARRIVED] += since(start);
}

static void time_together(double *times, char *data, char *room, int bytes, int other)
{
    settle();
    double start = MPI_Wtime();
    MPI_Sendrecv(data, bytes, MPI_BYTE, other, TAG, room, bytes, MPI_BYTE, other, TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    times[SENDRECV] += since(start);
    settle();
    start = MPI_Wtime();
    MPI_Barrier(MPI_COMM_WORLD);
    times[BARRIER] += since(start);
}

// One message from rank 1 to rank 0, which has long been waiting in MPI_Recv: from the call of MPI_Send to the return of MPI_Recv.
// MPI_Wtime is one clock for all ranks here (MPI_WTIME_IS_GLOBAL).
static void time_one_way(double *times, char *data, int bytes, int rank)
{
    gap(1, "time_one_way: from the call of MPI_Send to the return of MPI_Recv");
    (void)times, (void)data, (void)bytes, (void)rank;
}

static void measure(int bytes, int iterations, int rank)
{
    double times[STEPS];
    char *data = calloc((size_t)bytes + 1, 1), *room = calloc((size_t)bytes + 1, 1);
    if (data == NULL || room == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    memset(times, 0, sizeof times);
    for (int i = 0; i < iterations; i++) {
        if (i == 1)
            memset(times, 0, sizeof times); // the first round fills the caches
        time_blocking(times, data, bytes, 1 - rank);
        time_nonblocking(times, data, room, bytes, 1 - rank);
        time_together(times, data, room, bytes, 1 - rank);
        time_one_way(times, data, bytes, rank);
    }
    int counted = iterations > 1 ? iterations - 1 : 1;
    if (rank == 0) {
        printf("%-34s %10s   (%d bytes)\n", "call", "cycles", bytes);
        for (int step = 0; step < STEPS; step++)
            printf("%-34s %10.0f\n", NAMES[step],
                   (times[step] - (step == TIMER ? 0 : times[TIMER])) / MPI_Wtick() / counted);
    }
    free(data);
    free(room);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    int bytes = 8, iterations = 10, help = 0, bad = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--bytes") == 0 && i + 1 < argc)
            bytes = atoi(argv[++i]);
        else if (strcmp(argv[i], "--iters") == 0 && i + 1 < argc)
            iterations = atoi(argv[++i]);
        else if (strcmp(argv[i], "-h") == 0)
            help = 1;
        else
            bad = 1;
    }
    // A blocking send must return before its receive begins, so only messages that surely go eagerly are allowed.
    if (help || bad || size != 2 || bytes < 0 || bytes > 1024 || iterations < 1) {
        if (rank == 0) {
            usage();
            if (!help)
                fprintf(stderr, "message_cycles: needs exactly two ranks and at most 1024 bytes\n");
        }
        MPI_Finalize();
        return help ? 0 : 2;
    }
    measure(bytes, iterations, rank);
    MPI_Finalize();
    return 0;
}
