// MPI_Comm_disconnect does not wait for inactive or completed requests.
#include "../check.h"

int main(int argc, char **argv)
{
    MPI_Comm comm;
    MPI_Request inactive, started;
    int in = -1;
    begin(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Recv_init(&in, 1, MPI_INT, (rank + 1) % size, 1, comm, &inactive);
    MPI_Recv_init(&in, 1, MPI_INT, (rank + 1) % size, 2, comm, &started);
    MPI_Start(&started);
    MPI_Send(&rank, 1, MPI_INT, (rank + size - 1) % size, 2, comm);
    MPI_Wait(&started, MPI_STATUS_IGNORE);
    CHECK(in == (rank + 1) % size);
#ifdef MPICH_VERSION
    // MPICH waits for inactive requests for ever.
    MPI_Request_free(&inactive);
    MPI_Request_free(&started);
#endif
    MPI_Comm_disconnect(&comm);
    CHECK(comm == MPI_COMM_NULL);
#ifndef MPICH_VERSION
    MPI_Request_free(&inactive);
    MPI_Request_free(&started);
#endif
    return end();
}
