// Wrong requests and arguments return their error classes and change nothing.
#include "../check.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Request request = MPI_REQUEST_NULL, persistent, requests[2];
    int value = 0, flag, index, count, indices[2];
    CHECK(class_of(MPI_Cancel(&request)) == MPI_ERR_REQUEST);
    CHECK(class_of(MPI_Request_free(&request)) == MPI_ERR_REQUEST);
    CHECK(class_of(MPI_Start(&request)) == MPI_ERR_REQUEST);
    CHECK(class_of(MPI_Waitall(-1, &request, MPI_STATUSES_IGNORE)) == MPI_ERR_COUNT);
    CHECK(class_of(MPI_Testall(-1, &request, &flag, MPI_STATUSES_IGNORE)) == MPI_ERR_COUNT);
    CHECK(class_of(MPI_Waitany(-1, &request, &index, MPI_STATUS_IGNORE)) == MPI_ERR_COUNT);
    CHECK(class_of(MPI_Testany(-1, &request, &index, &flag, MPI_STATUS_IGNORE)) == MPI_ERR_COUNT);
    CHECK(class_of(MPI_Waitsome(-1, &request, &count, indices, MPI_STATUSES_IGNORE)) == MPI_ERR_COUNT);
    CHECK(class_of(MPI_Testsome(-1, &request, &count, indices, MPI_STATUSES_IGNORE)) == MPI_ERR_COUNT);
    CHECK(class_of(MPI_Startall(-1, &request)) == MPI_ERR_COUNT);
    CHECK(class_of(MPI_Waitall(2, NULL, MPI_STATUSES_IGNORE)) == MPI_ERR_ARG);
    // A request that is not persistent cannot be started.
    MPI_Irecv(&value, 1, MPI_INT, rank, 1, MPI_COMM_WORLD, &requests[0]);
    CHECK(class_of(MPI_Start(&requests[0])) == MPI_ERR_REQUEST);
    requests[1] = MPI_REQUEST_NULL;
    MPI_Send(&rank, 1, MPI_INT, rank, 1, MPI_COMM_WORLD);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    CHECK(value == rank);
    // The arguments of persistent requests are checked when the request is created.
    CHECK(class_of(MPI_Send_init(&value, -1, MPI_INT, 0, 0, MPI_COMM_WORLD, &persistent)) == MPI_ERR_COUNT);
    CHECK(class_of(MPI_Recv_init(&value, 1, MPI_INT, size, 0, MPI_COMM_WORLD, &persistent)) == MPI_ERR_RANK);
    CHECK(class_of(MPI_Ssend_init(&value, 1, MPI_INT, 0, -7, MPI_COMM_WORLD, &persistent)) == MPI_ERR_TAG);
    CHECK(class_of(MPI_Rsend_init(&value, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD, &persistent)) == MPI_ERR_TYPE);
    CHECK(class_of(MPI_Bsend_init(&value, 1, MPI_INT, 0, 0, MPI_COMM_NULL, &persistent)) == MPI_ERR_COMM);
    return end();
}
