// Some ranks wait while others compute. Measures the emulator's own speed.
//   waiting recv UNITS                rank 0 computes, all others wait for its message
//   waiting barrier UNITS ROUNDS      all compute the same in each round
//   waiting uneven UNITS ROUNDS       as much in all, but each round mostly done by one rank
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static __attribute__((noinline)) uint32_t compute(uint32_t seed, long units)
{
    static uint32_t table[256];
    for (long unit = 0; unit < units; unit++)
        for (int i = 0; i < 256; i++) {
            seed = seed * 1664525u + 1013904223u;
            table[seed >> 24] += seed ^ table[i];
        }
    return seed ^ table[seed >> 24];
}

static uint32_t receive(int rank, int size, long units)
{
    uint32_t sum = 0;
    if (rank == 0) {
        sum = compute(1, units);
        for (int other = 1; other < size; other++)
            MPI_Send(&sum, 1, MPI_UINT32_T, other, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&sum, 1, MPI_UINT32_T, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return sum;
}

static uint32_t barriers(int rank, int size, long units, int rounds, int uneven)
{
    uint32_t sum = (uint32_t)rank;
    for (int round = 0; round < rounds; round++) {
        long share = units;
        if (uneven)
            share = round % size == rank ? units * (size + 1) / 2 : units / 2;
        sum = compute(sum, share);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    return sum;
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const char *mode = argc > 1 ? argv[1] : "recv";
    long units = argc > 2 ? atol(argv[2]) : 1000;
    int rounds = argc > 3 ? atoi(argv[3]) : size;
    uint32_t sum = strcmp(mode, "recv") == 0 ? receive(rank, size, units)
                                             : barriers(rank, size, units, rounds, strcmp(mode, "uneven") == 0);
    uint32_t all = 0;
    MPI_Reduce(&sum, &all, 1, MPI_UINT32_T, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("checksum %08x\n", (unsigned)all);
    MPI_Finalize();
    return 0;
}
