// Lab 6: three ways to add up a vector of each rank, so that every rank gets the sum, compared with MPI_Allreduce.
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A vector that is added up in place, room for a vector from another rank, and this rank's place among the ranks.
struct call {
    long *values, *room;
    int count, rank, size;
};

enum { TAG = 1 };

// Ends the program: this part is not written yet.
static void gap(int number, const char *what)
{
    fprintf(stderr, "gap %d: %s is not written yet\n", number, what);
    MPI_Abort(MPI_COMM_WORLD, 10 + number);
}

static void add(long *into, const long *from, int count)
{
    for (int i = 0; i < count; i++)
        into[i] += from[i];
}

// Adds up along a binomial tree to rank 0, then sends the sum back along the tree: 2 log2(p) steps, each of the
// whole vector. For every number of ranks.
static void tree(struct call *call)
{
    gap(1, "tree: the sum along a binomial tree");
    add(call->values, call->room, call->count);
}

// In p - 1 steps, partial sums of blocks go round the ring; in p - 1 more, the finished blocks do. For every number of
// ranks, and for vectors with fewer elements than there are ranks.
static void ring(struct call *call)
{
    gap(2, "ring: the sum of blocks that go round");
    (void)call;
}

// Exchanges halves with a partner, then quarters, and so on, until each rank has the sum of one block; then the same
// way back. Only if the number of ranks is a power of two.
static void halving(struct call *call)
{
    gap(3, "halving: the sum by recursive halving and doubling");
    (void)call;
}

static void library(struct call *call)
{
    MPI_Allreduce(MPI_IN_PLACE, call->values, call->count, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
}

static const struct {
    const char *name;
    void (*sum)(struct call *call);
    int powers_only; // must the number of ranks be a power of two?
} WAYS[] = {
    {"tree", tree, 0},
    {"ring", ring, 0},
    {"halving", halving, 1},
    {"library", library, 0},
};

// A number without a pattern, from rank, place and count. It takes some time, so that nobody computes those of other ranks.
static long element(const struct call *call, int place)
{
    uint64_t mixed = (uint64_t)(call->rank + 1) << 32 | (uint32_t)(place ^ call->count);
    for (int round = 0; round < 4; round++)
        mixed = (mixed ^ mixed >> 29) * 0x9e3779b97f4a7c15;
    return (long)(mixed >> 40);
}

static void fill(struct call *call)
{
    for (int i = 0; i < call->count; i++)
        call->values[i] = element(call, i);
}

// A number that depends on each element, its place and this rank.
static unsigned long digest_of(const struct call *call)
{
    unsigned long digest = 0;
    for (int i = 0; i < call->count; i++)
        digest = digest * 31 + (unsigned long)call->values[i];
    return digest * (unsigned long)(2 * call->rank + 1);
}

// Adds up vectors of `count` elements and compares the sums with `expected`. Returns the cycles of one call on the slowest
// rank, or -1 if a sum is wrong.
static double measure(struct call *call, void (*sum)(struct call *call), const long *expected)
{
    enum { ROUNDS = 3 };
    double cycles = 0, longest;
    int right = 1, all_right;
    for (int round = 0; round < ROUNDS; round++) {
        fill(call);
        MPI_Barrier(MPI_COMM_WORLD);
        double start = MPI_Wtime();
        sum(call);
        if (round > 0) // the first round fills the caches
            cycles += (MPI_Wtime() - start) / MPI_Wtick() / (ROUNDS - 1);
        right = right && memcmp(call->values, expected, (size_t)call->count * sizeof(long)) == 0;
    }
    MPI_Allreduce(&right, &all_right, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    MPI_Allreduce(&cycles, &longest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return all_right ? longest : -1;
}

static int usage(int rank)
{
    if (rank == 0)
        printf("usage: allreduce tree|ring|halving|library [COUNT...]\n"
               "  COUNT  elements of a vector, at least 1 (default 1 8 64 512 4096); halving needs a power of two of ranks\n");
    MPI_Finalize();
    return 2;
}

// Prints what measure() has found, and the digest of all ranks' sums.
static void print_result(const char *name, const struct call *call, double cycles)
{
    unsigned long mine = digest_of(call), all;
    MPI_Allreduce(&mine, &all, 1, MPI_UNSIGNED_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (call->rank != 0)
        return;
    if (cycles < 0)
        printf("%s: %d elements: WRONG\n", name, call->count);
    else
        printf("%s: %d elements: OK, digest %lu\n", name, call->count, all);
    fprintf(stderr, "%-8s %8d elements %10.0f cycles\n", name, call->count, cycles);
}

// Measures one vector length. Returns whether the sums were right; rank 0 prints the cycles on standard error.
static int run(const char *name, void (*sum)(struct call *call), int count, int rank, int size)
{
    // Room for a block from each rank, with the length of a block rounded up.
    size_t most = (size_t)count + (size_t)size;
    struct call call = {calloc(most, sizeof(long)), calloc(most, sizeof(long)), count, rank, size};
    long *expected = calloc(most, sizeof(long));
    if (call.values == NULL || call.room == NULL || expected == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    fill(&call);
    MPI_Allreduce(call.values, expected, count, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    double cycles = measure(&call, sum, expected);
    print_result(name, &call, cycles);
    free(call.values);
    free(call.room);
    free(expected);
    return cycles >= 0;
}

int main(int argc, char **argv)
{
    static const char *const DEFAULT[] = {"1", "8", "64", "512", "4096"};
    MPI_Init(&argc, &argv);
    int rank, size, right = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    size_t way = 0, ways = sizeof WAYS / sizeof WAYS[0];
    while (argc > 1 && way < ways && strcmp(argv[1], WAYS[way].name) != 0)
        way++;
    if (argc < 2 || way == ways || (WAYS[way].powers_only && (size & (size - 1)) != 0))
        return usage(rank);
    int counts = argc > 2 ? argc - 2 : (int)(sizeof DEFAULT / sizeof DEFAULT[0]);
    for (int i = 0; i < counts; i++) {
        int count = atoi(argc > 2 ? argv[i + 2] : DEFAULT[i]);
        if (count < 1)
            return usage(rank);
        right = run(WAYS[way].name, WAYS[way].sum, count, rank, size) && right;
    }
    MPI_Finalize();
    return !right;
}
