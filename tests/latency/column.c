// The latency of messages by size, as osu_latency measures it: half a round trip between two ranks, whose receives are blocking.
// Prints a line a size: bytes, and cycles of `cycle` on rank 0.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { WARM_UP = 2, TRIPS = 4, LARGEST = 65536 };

static _Alignas(64) unsigned char data[LARGEST];

static unsigned long cycles(void)
{
    unsigned long now;
    __asm__ volatile("rdcycle %0" : "=r"(now));
    return now;
}

static void trips(int bytes, int count, int rank)
{
    for (int i = 0; i < count; i++) {
        if (rank == 0)
            MPI_Send(data, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
        MPI_Recv(data, bytes, MPI_BYTE, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == 1)
            MPI_Send(data, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
    }
}

static void measure(int bytes, int rank)
{
    trips(bytes, WARM_UP, rank);
    unsigned long start = cycles();
    trips(bytes, TRIPS, rank);
    if (rank == 0)
        printf("%d %lu\n", bytes, (cycles() - start) / (2 * TRIPS));
}

// Sizes are 0, 1, 2, 4, ... up to the argument, or LARGEST.
int main(int argc, char **argv)
{
    int rank, largest = argc > 1 ? atoi(argv[1]) : LARGEST;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    measure(0, rank);
    for (int bytes = 1; bytes <= largest && bytes <= LARGEST; bytes *= 2)
        measure(bytes, rank);
    MPI_Finalize();
    return 0;
}
