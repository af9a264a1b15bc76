// Calls a function that TMD-MPI does not have: the program does not link.
#include <mpi.h>

int main(int argc, char **argv)
{
    int word = 0;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Isend(&word, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Finalize();
    return 0;
}
