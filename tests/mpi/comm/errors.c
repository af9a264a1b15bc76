// Wrong arguments return the error class that the standard names, and change nothing.
#include "../check.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm comm = MPI_COMM_NULL, copy;
    MPI_Group world, wide = MPI_GROUP_NULL;
    int value = -7;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    CHECK(class_of(MPI_Comm_dup(MPI_COMM_NULL, &comm)) == MPI_ERR_COMM && comm == MPI_COMM_NULL);
    CHECK(class_of(MPI_Comm_size(MPI_COMM_NULL, &value)) == MPI_ERR_COMM && value == -7);
    CHECK(class_of(MPI_Comm_group(MPI_COMM_NULL, &wide)) == MPI_ERR_COMM);
    CHECK(class_of(MPI_Comm_compare(MPI_COMM_WORLD, MPI_COMM_NULL, &value)) == MPI_ERR_COMM);
    CHECK(class_of(MPI_Comm_create(MPI_COMM_WORLD, MPI_GROUP_NULL, &comm)) == MPI_ERR_GROUP);
    CHECK(class_of(MPI_Comm_create_group(MPI_COMM_WORLD, MPI_GROUP_NULL, 0, &comm)) == MPI_ERR_GROUP);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    CHECK(class_of(MPI_Comm_create_group(MPI_COMM_WORLD, world, -1, &comm)) == MPI_ERR_TAG);
    if (size > 1)
        CHECK(class_of(MPI_Comm_create(MPI_COMM_SELF, world, &comm)) == MPI_ERR_GROUP);
    CHECK(MPI_Comm_free(&comm) != MPI_SUCCESS && comm == MPI_COMM_NULL);
    comm = MPI_COMM_WORLD;
    CHECK(MPI_Comm_free(&comm) != MPI_SUCCESS && comm == MPI_COMM_WORLD);
    CHECK(class_of(MPI_Comm_dup(MPI_COMM_WORLD, NULL)) == MPI_ERR_ARG);
    CHECK(MPI_Intercomm_create(MPI_COMM_WORLD, size, MPI_COMM_WORLD, 0, 0, &comm) != MPI_SUCCESS);
    // Errors on a communicator go to the handler of that communicator.
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    CHECK(class_of(MPI_Send(&value, 1, MPI_INT, size, 0, copy)) == MPI_ERR_RANK);
    MPI_Comm_free(&copy);
    MPI_Group_free(&world);
    return end();
}
