// When MPI_Request_get_status reports the error of a collective, it reports it again, and so does the call that completes the request.
#include "../check.h"

static void told(int error)
{
    CHECK(class_of(error) == (rank == 0 ? MPI_SUCCESS : MPI_ERR_TRUNCATE));
}

static void complete(MPI_Request *request, int times)
{
    for (int i = 0; i < times; i++) {
        int flag = 0, error;
        do
            error = MPI_Request_get_status(*request, &flag, MPI_STATUS_IGNORE);
        while (!flag);
        told(error);
    }
    told(MPI_Wait(request, MPI_STATUS_IGNORE));
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    int values[4] = {1, 2, 3, 4};
    MPI_Request request;
    for (int times = 0; times < 3; times++) {
        MPI_Ibcast(values, rank == 0 ? 4 : 2, MPI_INT, 0, MPI_COMM_WORLD, &request);
        complete(&request, times);
        CHECK(request == MPI_REQUEST_NULL);
    }
    MPI_Bcast_init(values, rank == 0 ? 4 : 2, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    for (int times = 0; times < 3; times++) {
        MPI_Start(&request);
        complete(&request, times);
    }
    MPI_Request_free(&request);
    return end();
}
