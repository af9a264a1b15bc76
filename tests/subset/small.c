// A program that fits the 64 KB of a MicroBlaze with TMD-MPI (Saldaña 2006 §3.2),
// but not with the full library: a sum over all ranks, printed without printf.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        puts(sum == size * (size - 1) / 2 ? "ok" : "the sum is wrong");
    MPI_Finalize();
    return 0;
}
