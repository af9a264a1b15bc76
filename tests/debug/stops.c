// A program to be debugged. It computes, recurses, sends a message, a longer
// one with the argument `long`, and ends in the way that its argument names.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORDS 4096
#define LONG_WORDS 32768

static int values[4];
static int received[LONG_WORDS];
static volatile int done;
static volatile long turns;
static volatile double scale = 1.5;

__attribute__((noinline)) static int work(int rank, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        sum += i * rank;
        values[i & 3] = sum;
    }
    return sum;
}

__attribute__((noinline)) static int depth(int n)
{
    if (n == 0)
        return values[0];
    return depth(n - 1) + 1;
}

__attribute__((noinline)) static double scaled(double x)
{
    return x * scale;
}

static void end(const char *how, int rank)
{
    if (strcmp(how, "fault") == 0 && rank == 1)
        *(volatile int *)8 = 1;
    if (strcmp(how, "deadlock") == 0)
        MPI_Recv(received, 1, MPI_INT, rank, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (strcmp(how, "forever") == 0)
        while (!done)
            turns++;
}

int main(int argc, char **argv)
{
    static int sent[LONG_WORDS];
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    int sum = work(rank, 10) + depth(5);
    int words = argc > 1 && strcmp(argv[1], "long") == 0 ? LONG_WORDS : WORDS;
    for (int i = 0; i < words; i++)
        sent[i] = rank + 1 + i;
    MPI_Sendrecv(sent, words, MPI_INT, right, 7, received, words, MPI_INT, left, 7, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    printf("rank %d: %d %d %g\n", rank, sum, received[words - 1], scaled(sum));
    if (argc > 1)
        end(argv[1], rank);
    MPI_Finalize();
    return 0;
}
