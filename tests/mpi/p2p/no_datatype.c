// Empty messages with MPI_DATATYPE_NULL, which programs send and MPICH accepts.
#include "../check.h"

#define NOTHING(buffer) (buffer), 0, MPI_DATATYPE_NULL

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    if (rank < 2) {
        int other = 1 - rank, unused = 7;
        MPI_Status status;
        MPI_Request requests[2];
        MPI_Sendrecv(NOTHING(NULL), other, 1, NOTHING(NULL), other, 1, MPI_COMM_WORLD, &status);
        CHECK(status.MPI_SOURCE == other && count_of(&status, MPI_INT) == 0);
        MPI_Irecv(NOTHING(&unused), other, 2, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(NOTHING(&unused), other, 2, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        if (rank == 0)
            MPI_Ssend(NOTHING(NULL), other, 3, MPI_COMM_WORLD);
        else
            MPI_Recv(&unused, 1, MPI_INT, other, 3, MPI_COMM_WORLD, &status);
        CHECK(unused == 7);
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
        CHECK(class_of(MPI_Send(&unused, 1, MPI_DATATYPE_NULL, other, 4, MPI_COMM_WORLD)) == MPI_ERR_TYPE);
    }
    return end();
}
