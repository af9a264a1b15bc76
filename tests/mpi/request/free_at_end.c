// A synchronous send is freed at once, and received only after the sender has called MPI_Finalize.
#include "../check.h"

int main(int argc, char **argv)
{
    static unsigned char data[10000];
    begin(&argc, &argv);
    if (rank == 0) {
        MPI_Request request;
        fill(data, sizeof data, 1);
        MPI_Isend(data, sizeof data, MPI_BYTE, size - 1, 1, MPI_COMM_WORLD, &request);
        MPI_Request_free(&request);
    }
    if (rank == size - 1) {
        double begin = MPI_Wtime();
        while (MPI_Wtime() < begin + 1e-4)
            ;
        MPI_Request request;
        if (size == 1)
            MPI_Irecv(data, sizeof data, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &request);
        else
            MPI_Recv(data, sizeof data, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (size == 1)
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        CHECK(filled(data, sizeof data, 1));
    }
    return end();
}
