// Messages of all sizes go around a ring, and every rank counts received messages in its own device: a while
// after each store, the device adds the stored value to its sum. The first argument is the device's address.
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { BYTES_MAX = 5000 };

static unsigned char sent[BYTES_MAX], received[BYTES_MAX];

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, ranks, failures = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    volatile uint32_t *adder = (volatile uint32_t *)(uintptr_t)strtoul(argv[1], NULL, 0);
    int next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
    uint32_t sum = 0;
    for (int bytes = 1; bytes < BYTES_MAX; bytes *= 3) {
        for (int i = 0; i < bytes; i++)
            sent[i] = (unsigned char)(rank * 31 + bytes + i);
        MPI_Sendrecv(sent, bytes, MPI_BYTE, next, bytes, received, bytes, MPI_BYTE, before, bytes, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        for (int i = 0; i < bytes; i++)
            failures += received[i] != (unsigned char)(before * 31 + bytes + i);
        uint32_t old = sum;
        *adder = (uint32_t)bytes;
        sum += (uint32_t)bytes;
        failures += *adder != old;
        while (*adder != sum)
            ;
    }
    int all;
    MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return all != 0;
}
