// Measures message latency by size as osu_latency does: half a round trip between two ranks with
// blocking receives. Prints a line for each size: bytes, and cycles (CSR `cycle` of rank 0).
// Arguments: the largest size (65536), the smallest besides 0 (1), round trips for each size (4).
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { WARM_UP = 2, LARGEST = 4 << 20 };

static _Alignas(64) unsigned char data[LARGEST];

static unsigned long cycles(void)
{
    unsigned long now;
    __asm__ volatile("rdcycle %0" : "=r"(now));
    return now;
}

static void exchange(int bytes, int trips, int rank)
{
    for (int i = 0; i < trips; i++) {
        if (rank == 0)
            MPI_Send(data, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
        MPI_Recv(data, bytes, MPI_BYTE, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == 1)
            MPI_Send(data, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
    }
}

static void measure(int bytes, int trips, int rank)
{
    exchange(bytes, WARM_UP, rank);
    unsigned long start = cycles();
    exchange(bytes, trips, rank);
    if (rank == 0)
        printf("%d %lu\n", bytes, (cycles() - start) / (unsigned long)(2 * trips));
}

// Sizes are 0, then powers of two times the smallest.
int main(int argc, char **argv)
{
    int rank, largest = argc > 1 ? atoi(argv[1]) : 65536, smallest = argc > 2 ? atoi(argv[2]) : 1, trips = argc > 3 ? atoi(argv[3]) : 4;
    if (largest > LARGEST || smallest < 1 || trips < 1)
        return 2;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    measure(0, trips, rank);
    for (int bytes = smallest; bytes <= largest; bytes *= 2)
        measure(bytes, trips, rank);
    MPI_Finalize();
    return 0;
}
