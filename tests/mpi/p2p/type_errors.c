// Types that cannot be communicated (null, not committed), in every function that takes one.
#include "../check.h"

#define TYPE(call) CHECK(class_of(call) == MPI_ERR_TYPE)

static void try(MPI_Datatype type)
{
    int value = 1, other;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Message message = MPI_MESSAGE_NO_PROC;
    TYPE(MPI_Send(&value, 1, type, 0, 1, MPI_COMM_WORLD));
    TYPE(MPI_Ssend(&value, 1, type, 0, 1, MPI_COMM_WORLD));
    TYPE(MPI_Rsend(&value, 1, type, 0, 1, MPI_COMM_WORLD));
    TYPE(MPI_Bsend(&value, 1, type, 0, 1, MPI_COMM_WORLD));
    TYPE(MPI_Isend(&value, 1, type, 0, 1, MPI_COMM_WORLD, &request));
    TYPE(MPI_Issend(&value, 1, type, 0, 1, MPI_COMM_WORLD, &request));
    TYPE(MPI_Irsend(&value, 1, type, 0, 1, MPI_COMM_WORLD, &request));
    TYPE(MPI_Ibsend(&value, 1, type, 0, 1, MPI_COMM_WORLD, &request));
    TYPE(MPI_Recv(&value, 1, type, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    TYPE(MPI_Irecv(&value, 1, type, 0, 1, MPI_COMM_WORLD, &request));
    TYPE(MPI_Mrecv(&value, 1, type, &message, MPI_STATUS_IGNORE));
    TYPE(MPI_Imrecv(&value, 1, type, &message, &request));
    TYPE(MPI_Sendrecv(&value, 1, type, 0, 1, &other, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    TYPE(MPI_Sendrecv(&value, 1, MPI_INT, 0, 1, &other, 1, type, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    TYPE(MPI_Sendrecv_replace(&value, 1, type, 0, 1, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    TYPE(MPI_Send_init(&value, 1, type, 0, 1, MPI_COMM_WORLD, &request));
    TYPE(MPI_Recv_init(&value, 1, type, 0, 1, MPI_COMM_WORLD, &request));
    CHECK(request == MPI_REQUEST_NULL && message == MPI_MESSAGE_NO_PROC && value == 1);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Datatype type;
    try(MPI_DATATYPE_NULL);
    MPI_Type_contiguous(2, MPI_INT, &type);
    try(type);
    MPI_Type_free(&type);
    return end();
}
