// Loops that read the clock while they wait: until a message comes, until a time has come, or both. In other loops, what
// comes from the clock is kept, added up, or used otherwise than in a comparison. All results must be those of loops whose
// rounds are performed one by one.
#include <mpi.h>
#include <stdio.h>

enum { ROUNDS_US = 300 };

static double until(double us)
{
    return MPI_Wtime() + us * 1e-6;
}

static void until_message(double limit_us)
{
    int value = 0, done = 0;
    MPI_Request request;
    MPI_Irecv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &request);
    double begin = MPI_Wtime();
    while (!done && MPI_Wtime() - begin < limit_us * 1e-6)
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    double took = MPI_Wtime() - begin;
    if (!done)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    printf("message %d: %s after %.9f s\n", value, done ? "come" : "not come", took);
}

// The last three readings are kept.
static void kept(void)
{
    int flag = 0;
    double now = 0, last = 0, before = 0, end = until(ROUNDS_US);
    do {
        MPI_Iprobe(MPI_ANY_SOURCE, 99, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        before = last;
        last = now;
        now = MPI_Wtime();
    } while (now <= end && !flag);
    printf("kept %.9f %.9f %.9f\n", now, last, before);
}

// A store to memory that is kept, and a sum of all readings.
static volatile double stored;

static void summed(void)
{
    int flag = 0;
    double sum = 0, end = until(ROUNDS_US);
    while (MPI_Wtime() < end) {
        MPI_Iprobe(MPI_ANY_SOURCE, 99, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        stored = MPI_Wtime();
        sum += stored;
    }
    printf("summed %.9f, stored %.9f\n", sum, stored);
}

// Integers, and a comparison that does not only rise.
static void counted(int modulus)
{
    int flag = 0, rounds = 0;
    long tick = 0, begin = (long)(MPI_Wtime() * 1e9);
    do {
        MPI_Iprobe(MPI_ANY_SOURCE, 99, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        tick = (long)(MPI_Wtime() * 1e9) - begin;
        if (modulus && tick % modulus == 3)
            rounds++;
    } while (tick < ROUNDS_US * 1000L && !flag);
    printf("counted %ld, %d\n", tick, rounds);
}

// The cycle counter of the hart itself.
static void cycles(void)
{
    int flag = 0;
    unsigned long begin, now;
    __asm__ volatile("rdcycle %0" : "=r"(begin));
    do {
        MPI_Iprobe(MPI_ANY_SOURCE, 99, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        __asm__ volatile("rdcycle %0" : "=r"(now));
    } while (now - begin < ROUNDS_US * 1000UL && !flag);
    printf("cycles %lu\n", now - begin);
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 1; i <= 4; i++) {
        if (rank == 0) {
            for (double end = until(i * ROUNDS_US); MPI_Wtime() < end;)
                continue;
            MPI_Send(&i, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
        } else {
            until_message(i % 2 ? 2 * i * ROUNDS_US : i * ROUNDS_US / 3.0);
        }
    }
    if (rank == 1) {
        kept();
        summed();
        counted(0);
        counted(7);
        cycles();
    }
    MPI_Finalize();
}
