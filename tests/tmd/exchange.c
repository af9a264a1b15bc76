// Ranks exchange messages with their neighbour (0 with 1, 2 with 3 …), and call barriers, broadcasts and reductions of words. All
// results are checked. With the argument `times` rank 0 prints the cost of each in cycles of 25 ns. TMD-MPI is enough for it.
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 1000, ROUNDS = 10 };

static int rank, size, wrong;
static unsigned out[MOST], in[MOST], sums[MOST];

static unsigned pattern(int from, int index)
{
    return (unsigned)from * 40503u + (unsigned)index * 7919u;
}

static void prepare(int words)
{
    for (int i = 0; i < words; i++) {
        out[i] = pattern(rank, i);
        in[i] = sums[i] = ~out[i];
    }
}

static void verify(const char *what, const unsigned *data, int words, int from)
{
    int before = wrong;
    for (int i = 0; i < words; i++)
        wrong += data[i] != pattern(from, i);
    if (wrong != before)
        printf("rank %d: %d of %d words are wrong after %s\n", rank, wrong - before, words, what);
}

static void exchange(int words)
{
    int other = rank ^ 1;
    if (other < size)
        MPI_Sendrecv(out, words, MPI_UNSIGNED, other, 1, in, words, MPI_UNSIGNED, other, 1, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
}

static void barrier(int words)
{
    (void)words;
    MPI_Barrier(MPI_COMM_WORLD);
}

static void broadcast(int words)
{
    MPI_Bcast(rank == 0 ? out : in, words, MPI_UNSIGNED, 0, MPI_COMM_WORLD);
}

static void reduce(int words)
{
    MPI_Reduce(out, sums, words, MPI_UNSIGNED, MPI_SUM, 0, MPI_COMM_WORLD);
}

static void measure(const char *name, void (*call)(int words), int words, int shows)
{
    prepare(words);
    MPI_Barrier(MPI_COMM_WORLD);
    double begin = MPI_Wtime();
    for (int round = 0; round < ROUNDS; round++)
        call(words);
    double end = MPI_Wtime();
    if (shows)
        printf("%-9s %4d words: %6d cycles\n", name, words, (int)((end - begin) * 40e6 / ROUNDS));
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int shows = argc > 1 && strcmp(argv[1], "times") == 0 && rank == 0;
    static const int sizes[] = {0, 1, 10, 100, MOST};
    measure("barrier", barrier, 0, shows);
    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        int words = sizes[i];
        measure("exchange", exchange, words, shows);
        verify("an exchange", in, (rank ^ 1) < size ? words : 0, rank ^ 1);
        measure("broadcast", broadcast, words, shows);
        verify("a broadcast", in, rank != 0 ? words : 0, 0);
        measure("reduce", reduce, words, shows);
        for (int k = 0; rank == 0 && k < words; k++) {
            unsigned sum = 0;
            for (int from = 0; from < size; from++)
                sum += pattern(from, k);
            wrong += sums[k] != sum;
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (wrong == 0 && rank == 0)
        printf("ok\n");
    MPI_Finalize();
    return wrong != 0;
}
