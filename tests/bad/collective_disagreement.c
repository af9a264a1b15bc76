// Ranks reduce with different operations. Nothing notices this during the run. A line at
// the end reports it and says how to see more. The program's exit code stays the same.
// run: -n 3
// exit: 0
// stderr: collective mismatch: collective call 2 on MPI_COMM_WORLD, MPI_Allreduce: different operations in rank 1 and rank 0
// stderr: --check
// run: -n 3 --check
// exit: 87
// stderr: it reduces with MPI_SUM, rank 0 with MPI_MAX
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, value = 1, sum = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Allreduce(&value, &sum, 1, MPI_INT, rank == 1 ? MPI_SUM : MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
