// Counts that do not fit an int return an error of class MPI_ERR_COUNT.
#include "../check.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    const MPI_Count much = (MPI_Count)1 << 31, places[2] = {0, much};
    const MPI_Count none[2] = {0, 0}, negative[2] = {0, -1};
    const MPI_Aint none_places[2] = {0, 0}, far_places[2] = {0, (MPI_Aint)1 << 33};
    char byte = 0;
    MPI_Datatype type;
    MPI_Request request;
    CHECK(class_of(MPI_Send_c(&byte, much, MPI_CHAR, 0, 0, MPI_COMM_WORLD)) == MPI_ERR_COUNT);
    CHECK(class_of(MPI_Send_c(&byte, -much - 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD)) == MPI_ERR_COUNT);
    CHECK(class_of(MPI_Irecv_c(&byte, -1, MPI_CHAR, 0, 0, MPI_COMM_WORLD, &request)) == MPI_ERR_COUNT);
    CHECK(class_of(MPI_Bcast_c(&byte, much, MPI_CHAR, 0, MPI_COMM_WORLD)) == MPI_ERR_COUNT);
    CHECK(class_of(MPI_Type_contiguous_c(much, MPI_CHAR, &type)) == MPI_ERR_COUNT);
    CHECK(class_of(MPI_Iallgatherv_c(&byte, 0, MPI_CHAR, &byte, places, places, MPI_CHAR, MPI_COMM_WORLD, &request)) == MPI_ERR_COUNT);
    CHECK(class_of(MPI_Alltoallv_init_c(&byte, none, none_places, MPI_CHAR, &byte, none, far_places, MPI_CHAR, MPI_COMM_WORLD, MPI_INFO_NULL,
                                        &request)) == MPI_ERR_COUNT);
    CHECK(class_of(MPI_Igatherv_c(&byte, much, MPI_CHAR, &byte, none, none_places, MPI_CHAR, 0, MPI_COMM_WORLD, &request)) == MPI_ERR_COUNT);
    CHECK(class_of(MPI_Ialltoallv_c(&byte, none, none_places, MPI_CHAR, &byte, negative, none_places, MPI_CHAR, MPI_COMM_WORLD, &request)) ==
          MPI_ERR_COUNT);
    CHECK(class_of(MPI_Neighbor_alltoallv_c(&byte, none, none_places, MPI_CHAR, &byte, none, none_places, MPI_CHAR, MPI_COMM_WORLD)) ==
          MPI_ERR_TOPOLOGY);
    CHECK(class_of(MPI_Iscatterv_c(&byte, none, none_places, MPI_CHAR, &byte, 0, MPI_CHAR, size, MPI_COMM_WORLD, &request)) == MPI_ERR_ROOT);
    CHECK(class_of(MPI_Type_create_indexed_block_c(2, 1, places, MPI_CHAR, &type)) == MPI_ERR_COUNT);
    return end();
}
