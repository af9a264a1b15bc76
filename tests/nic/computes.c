// Rank 0 computes while all others wait for it.
#include <mpi.h>

enum { ROUNDS = 20000000 };

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (volatile unsigned i = 0; rank == 0 && i < ROUNDS; i++) {
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
