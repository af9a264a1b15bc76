// Integer sort. Every rank makes its share of the keys, sends each key to the rank that owns its range (counts by MPI_Alltoall,
// keys by MPI_Isend/MPI_Irecv), and sorts the keys that it received. Checks order and ranges, and that no key is lost.
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_BITS = 20, DIGIT_BITS = 10, DIGITS = 1 << DIGIT_BITS, TAG_KEYS = 5 };

struct options {
    long keys;
    int skewed;
};

static void usage(void)
{
    printf("usage: intsort [--keys N] [--skew]\n"
           "  --keys N  number of keys of all ranks together (default 16384), each below 2^20\n"
           "  --skew    small keys are far more frequent than large ones, so that ranks get unequal shares\n");
}

// Fills in `options`. Returns 0 to go on, 1 for help, 2 for a wrong argument.
static int parse(int argc, char **argv, struct options *options)
{
    *options = (struct options){.keys = 16384};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-h") == 0)
            return 1;
        if (strcmp(argv[i], "--skew") == 0)
            options->skewed = 1;
        else if (strcmp(argv[i], "--keys") == 0 && i + 1 < argc)
            options->keys = atol(argv[++i]);
        else
            return 2;
    }
    return options->keys >= 0 && options->keys <= 1L << 28 ? 0 : 2;
}

static void *memory(size_t count, size_t size)
{
    void *got = calloc(count == 0 ? 1 : count, size);
    if (got == NULL) {
        fprintf(stderr, "intsort: no memory for %zu items\n", count);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return got;
}

// The SplitMix64 finaliser (Steele, Lea and Flood 2014): key i depends on i alone, not on the rank that makes it.
static uint64_t mix(uint64_t x)
{
    x += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

static uint32_t make_key(uint64_t index, int skewed)
{
    uint64_t key = mix(index) >> (64 - KEY_BITS);
    return (uint32_t)(skewed ? key * key >> KEY_BITS : key);
}

static int owner(uint32_t key, int size)
{
    return (int)((uint64_t)key * (uint64_t)size >> KEY_BITS);
}

// offsets[i] = counts[0] + ... + counts[i - 1]; returns the whole sum.
static int prefix_sums(const int *counts, int *offsets, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++) {
        offsets[i] = sum;
        sum += counts[i];
    }
    return sum;
}

// Copies `keys` into `bucketed`, ordered by owner. counts[r] is the number of keys of rank r; offsets[r] is where they start.
static void bucket(const uint32_t *keys, int count, uint32_t *bucketed, int *counts, int *offsets, int size)
{
    int *fill = memory((size_t)size, sizeof *fill);
    for (int i = 0; i < count; i++)
        counts[owner(keys[i], size)]++;
    prefix_sums(counts, offsets, size);
    memcpy(fill, offsets, (size_t)size * sizeof *fill);
    for (int i = 0; i < count; i++)
        bucketed[fill[owner(keys[i], size)]++] = keys[i];
    free(fill);
}

// Sends every rank its keys; starts with the next rank, so that not all ranks send to rank 0 first.
static void exchange(uint32_t *out, const int *out_counts, const int *out_offsets, uint32_t *in, const int *in_counts,
                     const int *in_offsets, int rank, int size)
{
    MPI_Request *requests = memory(2 * (size_t)size, sizeof *requests);
    MPI_Status *statuses = memory(2 * (size_t)size, sizeof *statuses);
    for (int i = 0; i < size; i++) {
        int source = (rank + size - i) % size;
        MPI_Irecv(in + in_offsets[source], in_counts[source], MPI_UINT32_T, source, TAG_KEYS, MPI_COMM_WORLD,
                  &requests[i]);
    }
    for (int i = 0; i < size; i++) {
        int target = (rank + i) % size;
        MPI_Isend(out + out_offsets[target], out_counts[target], MPI_UINT32_T, target, TAG_KEYS, MPI_COMM_WORLD,
                  &requests[size + i]);
    }
    MPI_Waitall(2 * size, requests, statuses);
    free(requests);
    free(statuses);
}

// Radix sort, two stable passes of ten bits.
static void sort(uint32_t *keys, int count)
{
    uint32_t *other = memory((size_t)count, sizeof *other);
    for (int shift = 0; shift < KEY_BITS; shift += DIGIT_BITS) {
        int counts[DIGITS] = {0}, place[DIGITS];
        for (int i = 0; i < count; i++)
            counts[keys[i] >> shift & (DIGITS - 1)]++;
        prefix_sums(counts, place, DIGITS);
        for (int i = 0; i < count; i++)
            other[place[keys[i] >> shift & (DIGITS - 1)]++] = keys[i];
        memcpy(keys, other, (size_t)count * sizeof *keys);
    }
    free(other);
}

// Returns a sum over the keys that is the same in any order, and differs if a key is lost, doubled or altered.
static uint64_t fingerprint(const uint32_t *keys, int count)
{
    uint64_t sum = 0;
    for (int i = 0; i < count; i++)
        sum += mix(keys[i]);
    return sum;
}

// Counts the errors of the sorted part: keys out of order, keys of other ranks, keys gained or lost over all ranks.
static long verify(const uint32_t *sorted, int count, uint64_t before, int rank, int size)
{
    long errors = 0;
    for (int i = 0; i < count; i++)
        errors += owner(sorted[i], size) != rank || (i > 0 && sorted[i - 1] > sorted[i]);
    uint64_t mine[2] = {before, fingerprint(sorted, count)}, all[2];
    MPI_Allreduce(mine, all, 2, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    return errors + (all[0] != all[1]);
}

// Sum of key x position over the whole sorted sequence: the same for any number of ranks.
static uint64_t ranked_sum(const uint32_t *sorted, int count, int rank, int size)
{
    int *counts = memory((size_t)size, sizeof *counts);
    MPI_Allgather(&count, 1, MPI_INT, counts, 1, MPI_INT, MPI_COMM_WORLD);
    uint64_t position = 1, sum = 0, total = 0;
    for (int r = 0; r < rank; r++)
        position += (uint64_t)counts[r];
    free(counts);
    for (int i = 0; i < count; i++)
        sum += position++ * sorted[i];
    MPI_Reduce(&sum, &total, 1, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
    return total;
}

static int run(const struct options *options, int rank, int size)
{
    uint64_t first = (uint64_t)options->keys * (uint64_t)rank / (uint64_t)size;
    int count = (int)((uint64_t)options->keys * (uint64_t)(rank + 1) / (uint64_t)size - first);
    uint32_t *keys = memory((size_t)count, sizeof *keys), *out = memory((size_t)count, sizeof *out);
    for (int i = 0; i < count; i++)
        keys[i] = make_key(first + (uint64_t)i, options->skewed);
    uint64_t before = fingerprint(keys, count);

    int *table = memory(4 * (size_t)size, sizeof *table);
    int *out_counts = table, *out_offsets = table + size, *in_counts = table + 2 * size, *in_offsets = table + 3 * size;
    bucket(keys, count, out, out_counts, out_offsets, size);
    MPI_Alltoall(out_counts, 1, MPI_INT, in_counts, 1, MPI_INT, MPI_COMM_WORLD);
    int got = prefix_sums(in_counts, in_offsets, size);
    uint32_t *in = memory((size_t)got, sizeof *in);
    exchange(out, out_counts, out_offsets, in, in_counts, in_offsets, rank, size);
    sort(in, got);

    long errors = verify(in, got, before, rank, size), all_errors;
    uint64_t sum = ranked_sum(in, got, rank, size);
    MPI_Allreduce(&errors, &all_errors, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("intsort: %ld keys, checksum %016llx: %s\n", options->keys, (unsigned long long)sum,
               all_errors == 0 ? "OK" : "WRONG");
    free(keys);
    free(out);
    free(in);
    free(table);
    return all_errors != 0;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    struct options options;
    int parsed = parse(argc, argv, &options), result;
    if (parsed == 0) {
        result = run(&options, rank, size);
    } else {
        if (rank == 0)
            usage();
        result = parsed == 1 ? 0 : 2;
    }
    MPI_Finalize();
    return result;
}
