// Wrong arguments with MPI_ERRORS_RETURN: each error has its class, and the library still works.
#include "../check.h"

#define EXPECT(class, call) CHECK(class_of(call) == class)

#ifndef MPICH_VERSION
static void point_to_point(void)
{
    int value = 0, flag;
    MPI_Request request = MPI_REQUEST_NULL;
    EXPECT(MPI_ERR_RANK, MPI_Send(&value, 1, MPI_INT, size, 0, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_RANK, MPI_Send(&value, 1, MPI_INT, -5, 0, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_RANK, MPI_Ssend(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_RANK, MPI_Recv(&value, 1, MPI_INT, size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    EXPECT(MPI_ERR_TAG, MPI_Send(&value, 1, MPI_INT, 0, -1, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_TAG, MPI_Isend(&value, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &request));
    EXPECT(MPI_ERR_TAG, MPI_Irecv(&value, 1, MPI_INT, 0, -7, MPI_COMM_WORLD, &request));
    EXPECT(MPI_ERR_COUNT, MPI_Send(&value, -1, MPI_INT, 0, 0, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_COUNT, MPI_Recv(&value, -3, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    EXPECT(MPI_ERR_TYPE, MPI_Send(&value, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_BUFFER, MPI_Send(NULL, 1, MPI_INT, 0, 0, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_RANK, MPI_Probe(size + 3, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    EXPECT(MPI_ERR_TAG, MPI_Iprobe(0, -9, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE));
    EXPECT(MPI_ERR_COMM, MPI_Comm_rank(MPI_COMM_NULL, &value));
}

static void collective(void)
{
    int value = 0, sum = 0;
    double real = 0, other = 0;
    EXPECT(MPI_ERR_ROOT, MPI_Bcast(&value, 1, MPI_INT, size, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_ROOT, MPI_Reduce(&value, &sum, 1, MPI_INT, MPI_SUM, -1, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_OP, MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_OP_NULL, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_OP, MPI_Allreduce(&real, &other, 1, MPI_DOUBLE, MPI_BAND, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_COUNT, MPI_Allreduce(&value, &sum, -1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_TYPE, MPI_Bcast(&value, 1, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_COUNT, MPI_Bcast(&value, -1, MPI_INT, 0, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_BUFFER, MPI_Allreduce(&value, &value, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
}
#endif

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &handler);
    CHECK(handler == MPI_ERRORS_ARE_FATAL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &handler);
    CHECK(handler == MPI_ERRORS_RETURN);
#ifndef MPICH_VERSION  // some distributions build MPICH without argument checks
    point_to_point();
    collective();
#endif
    char text[MPI_MAX_ERROR_STRING];
    int length = 0;
    CHECK(MPI_Error_string(MPI_ERR_TRUNCATE, text, &length) == MPI_SUCCESS);
    CHECK(length > 0 && (int)strlen(text) == length);
    // After all these errors the library still works.
    int one = 1, all = 0;
    MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(all == size);
    return end();
}
