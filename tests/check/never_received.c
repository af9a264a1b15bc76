// Small messages need no receive, so nothing stops. Two of them are never received.
// run: -n 3
// exit: 87
// check: never received
// stderr: its message to rank 0 with tag 7 is never received
// stderr: never_received.c:16
// stderr: 2 times in all, in ranks 1, 2
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank > 0) {
        MPI_Send(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
        MPI_Send(&value, 1, MPI_INT, 0, 8, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
