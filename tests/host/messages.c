/* Two ranks exchange as many messages as the argument says: in turns, or with "stream" all from rank 0 to rank 1. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, value = 0, is_stream = argc > 2 && strcmp(argv[2], "stream") == 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int left = argc > 1 ? atoi(argv[1]) : 1000; left > 0; left--)
        if (rank == (is_stream ? 0 : left % 2))
            MPI_Send(&value, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
        else
            MPI_Recv(&value, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
