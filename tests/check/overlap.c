// A receive buffer overlaps the buffer of a pending receive; another one overlaps two buffers that are being sent. Neighbouring buffers do not.
// run: -n 2
// exit: 87
// check: buffer overlap, buffer overlap, buffer overlap
// stderr: overlap.c:23
// stderr: overlap.c:26
// stderr: made that request in MPI_Irecv(count 4
// stderr: made that request in MPI_Isend(count 2
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, data[16] = {0}, other;
    MPI_Request requests[5];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    MPI_Irecv(data, 4, MPI_INT, other, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(data + 4, 2, MPI_INT, other, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(data + 8, 2, MPI_INT, other, 1, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(data + 8, 4, MPI_INT, other, 0, MPI_COMM_WORLD, &requests[3]);
    if (rank == 0)
        MPI_Irecv(data + 3, 1, MPI_INT, other, 2, MPI_COMM_WORLD, &requests[4]); // reported
    else {
        MPI_Isend(data + 12, 1, MPI_INT, other, 2, MPI_COMM_WORLD, &requests[4]);
        MPI_Recv(data + 9, 1, MPI_INT, other, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // reported
    }
    if (rank == 0)
        MPI_Send(data + 12, 1, MPI_INT, other, 3, MPI_COMM_WORLD);
    MPI_Waitall(5, requests, MPI_STATUSES_IGNORE);
    MPI_Finalize();
    return 0;
}
