// Counts that do not fit an int return an error of class MPI_ERR_COUNT.
#include "../check.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    const MPI_Count much = (MPI_Count)1 << 31, places[2] = {0, much};
    char byte = 0;
    MPI_Datatype type;
    MPI_Request request;
    CHECK(class_of(MPI_Send_c(&byte, much, MPI_CHAR, 0, 0, MPI_COMM_WORLD)) == MPI_ERR_COUNT);
    CHECK(class_of(MPI_Send_c(&byte, -much - 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD)) == MPI_ERR_COUNT);
    CHECK(class_of(MPI_Irecv_c(&byte, -1, MPI_CHAR, 0, 0, MPI_COMM_WORLD, &request)) == MPI_ERR_COUNT);
    CHECK(class_of(MPI_Bcast_c(&byte, much, MPI_CHAR, 0, MPI_COMM_WORLD)) == MPI_ERR_COUNT);
    CHECK(class_of(MPI_Type_contiguous_c(much, MPI_CHAR, &type)) == MPI_ERR_COUNT);
    CHECK(class_of(MPI_Type_create_indexed_block_c(2, 1, places, MPI_CHAR, &type)) == MPI_ERR_COUNT);
    return end();
}
