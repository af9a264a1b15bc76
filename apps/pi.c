// Monte-Carlo pi: every rank throws its share of the darts, and MPI_Reduce counts the hits. The count is exact and the
// same for any number of ranks: each rank jumps ahead to its own part of one sequence of random numbers.
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Knuth's MMIX linear congruential generator, x := A x + C modulo 2^64.
static const uint64_t A = 6364136223846793005u;
static const uint64_t C = 1442695040888963407u;
static const uint64_t SEED = 2006;

static void usage(void)
{
    printf("usage: pi [--samples N]\n"
           "  --samples N  darts of all ranks together (default 200000)\n");
}

// Returns the state after `steps` more steps. A step is an affine map, and maps compose by repeated squaring.
static uint64_t jump(uint64_t state, uint64_t steps)
{
    uint64_t a = 1, c = 0, step_a = A, step_c = C;
    for (; steps != 0; steps >>= 1) {
        if (steps & 1) {
            a *= step_a;
            c = c * step_a + step_c;
        }
        step_c *= step_a + 1;
        step_a *= step_a;
    }
    return a * state + c;
}

// A coordinate in units of 2^-31, from the high bits: the low bits of such a generator have short periods.
static uint64_t coordinate(uint64_t *state)
{
    *state = A * *state + C;
    return *state >> 33;
}

// Throws darts `first` to `last` - 1. `gaps` becomes 1 if the sequence does not end where the next rank's begins.
static int64_t count_hits(uint64_t first, uint64_t last, int64_t *gaps)
{
    uint64_t state = jump(SEED, 2 * first);
    int64_t hits = 0;
    for (uint64_t i = first; i < last; i++) {
        uint64_t x = coordinate(&state);
        uint64_t y = coordinate(&state);
        hits += x * x + y * y < UINT64_C(1) << 62;
    }
    *gaps = state != jump(SEED, 2 * last);
    return hits;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    long samples = 200000;
    int usual = argc == 1 || (argc == 3 && strcmp(argv[1], "--samples") == 0 && (samples = atol(argv[2])) > 0);
    if (!usual) {
        if (rank == 0)
            usage();
        MPI_Finalize();
        return argc == 2 && strcmp(argv[1], "-h") == 0 ? 0 : 2;
    }

    uint64_t first = (uint64_t)samples * (uint64_t)rank / (uint64_t)size;
    uint64_t last = (uint64_t)samples * (uint64_t)(rank + 1) / (uint64_t)size;
    int64_t mine[2], total[2] = {0, 0}; // hits and gaps
    mine[0] = count_hits(first, last, &mine[1]);
    MPI_Reduce(mine, total, 2, MPI_INT64_T, MPI_SUM, 0, MPI_COMM_WORLD);

    int wrong = 0;
    if (rank == 0) {
        double estimate = 4.0 * (double)total[0] / (double)samples;
        double error = estimate - 3.14159265358979;
        // The variance of one dart is pi (4 - pi) = 2.7; five standard deviations are never seen.
        wrong = error * error * (double)samples > 25 * 2.7 || total[1] != 0;
        printf("pi: %lld of %ld darts hit, pi is about %.6f: %s\n", (long long)total[0], samples, estimate,
               wrong ? "WRONG" : "OK");
    }
    MPI_Finalize();
    return wrong;
}
