/* Two ranks exchange as many messages as they are told. */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, value = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int left = argc > 1 ? atoi(argv[1]) : 1000; left > 0; left--)
        if (left % 2 == rank)
            MPI_Send(&value, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
        else
            MPI_Recv(&value, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
