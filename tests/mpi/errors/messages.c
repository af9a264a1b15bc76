// Wrong arguments of point-to-point calls: each error has its class, and nothing happens.
#include "expect.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    returning();
    int value = 0, flag = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Status status;
    EXPECT(MPI_ERR_RANK, MPI_Send(&value, 1, MPI_INT, size, 0, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_RANK, MPI_Send(&value, 1, MPI_INT, -7, 0, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_RANK, MPI_Ssend(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_RANK, MPI_Isend(&value, 1, MPI_INT, size + 9, 0, MPI_COMM_WORLD, &request));
    EXPECT(MPI_ERR_RANK, MPI_Recv(&value, 1, MPI_INT, size, 0, MPI_COMM_WORLD, &status));
    EXPECT(MPI_ERR_RANK, MPI_Irecv(&value, 1, MPI_INT, -9, 0, MPI_COMM_WORLD, &request));
    EXPECT(MPI_ERR_TAG, MPI_Send(&value, 1, MPI_INT, 0, -5, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_TAG, MPI_Send(&value, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_TAG, MPI_Irecv(&value, 1, MPI_INT, 0, -7, MPI_COMM_WORLD, &request));
    EXPECT(MPI_ERR_COUNT, MPI_Send(&value, -1, MPI_INT, 0, 0, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_COUNT, MPI_Recv(&value, -2, MPI_INT, 0, 0, MPI_COMM_WORLD, &status));
    EXPECT(MPI_ERR_COUNT, MPI_Issend(&value, -2, MPI_INT, 0, 0, MPI_COMM_WORLD, &request));
    EXPECT(MPI_ERR_TYPE, MPI_Send(&value, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_TYPE, MPI_Recv(&value, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD, &status));
    EXPECT(MPI_ERR_BUFFER, MPI_Send(NULL, 1, MPI_INT, 0, 0, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_BUFFER, MPI_Irecv(NULL, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, &request));
    EXPECT(MPI_ERR_COMM, MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_NULL));
    EXPECT(MPI_ERR_COMM, MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_NULL, &status));
    EXPECT(MPI_ERR_RANK, MPI_Probe(size + 3, 0, MPI_COMM_WORLD, &status));
    EXPECT(MPI_ERR_TAG, MPI_Iprobe(0, -9, MPI_COMM_WORLD, &flag, &status));
    EXPECT(MPI_ERR_COUNT, MPI_Sendrecv(&value, -1, MPI_INT, 0, 0, &flag, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &status));
    EXPECT(MPI_ERR_RANK, MPI_Sendrecv(&value, 1, MPI_INT, size, 0, &flag, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &status));
    CHECK(request == MPI_REQUEST_NULL && value == 0);
    // None of the messages was sent.
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    CHECK(!flag);
    MPI_Barrier(MPI_COMM_WORLD);
    working();
    return end();
}
