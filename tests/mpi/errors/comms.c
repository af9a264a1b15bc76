// Wrong arguments of calls on communicators and topologies on every rank: no communicator is made.
#include "rows.h"

static MPI_Comm made = MPI_COMM_NULL;

static void rows_of_comm(MPI_Comm comm)
{
    int number = -7, dims[1] = {-7}, periods[1] = {0}, keep[1] = {1};
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Comm handle = comm;
    char name[MPI_MAX_OBJECT_NAME] = "untouched";
    ROW(MPI_ERR_COMM, MPI_Comm_rank(comm, &number));
    ROW(MPI_ERR_COMM, MPI_Comm_size(comm, &number));
    ROW(MPI_ERR_COMM, MPI_Comm_remote_size(comm, &number));
    ROW(MPI_ERR_COMM, MPI_Comm_test_inter(comm, &number));
    ROW(MPI_ERR_COMM, MPI_Comm_group(comm, &group));
    ROW(MPI_ERR_COMM, MPI_Comm_compare(comm, MPI_COMM_WORLD, &number));
    ROW(MPI_ERR_COMM, MPI_Comm_compare(MPI_COMM_WORLD, comm, &number));
    ROW(MPI_ERR_COMM, MPI_Comm_dup(comm, &made));
    ROW(MPI_ERR_COMM, MPI_Comm_split(comm, 0, 0, &made));
    ROW(MPI_ERR_COMM, MPI_Comm_free(&handle));
    ROW(MPI_ERR_COMM, MPI_Comm_set_name(comm, "name"));
    ROW(MPI_ERR_COMM, MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
    ROW(MPI_ERR_COMM, MPI_Cart_create(comm, 1, keep, periods, 0, &made));
    ROW(MPI_ERR_COMM, MPI_Cart_get(comm, 1, dims, dims, dims));
    ROW(MPI_ERR_COMM, MPI_Cart_coords(comm, 0, 1, dims));
    ROW(MPI_ERR_COMM, MPI_Cart_rank(comm, periods, &number));
    ROW(MPI_ERR_COMM, MPI_Cart_shift(comm, 0, 1, &number, dims));
    ROW(MPI_ERR_COMM, MPI_Cart_sub(comm, keep, &made));
    ROW(MPI_ERR_COMM, MPI_Cartdim_get(comm, &number));
    ROW(MPI_ERR_COMM, MPI_Graph_create(comm, 1, keep, periods, 0, &made));
    ROW(MPI_ERR_COMM, MPI_Graphdims_get(comm, &number, dims));
    ROW(MPI_ERR_COMM, MPI_Graph_neighbors_count(comm, 0, &number));
    ROW(MPI_ERR_COMM, MPI_Graph_neighbors(comm, 0, 1, dims));
    ROW(MPI_ERR_COMM, MPI_Topo_test(comm, &number));
    CHECK(number == -7 && dims[0] == -7 && group == MPI_GROUP_NULL && handle == comm && strcmp(name, "untouched") == 0);
}

static void rows_of_arguments(void)
{
    MPI_Comm predefined = MPI_COMM_WORLD, self = MPI_COMM_SELF;
    ROW(MPI_ERR_COMM, MPI_Comm_free(&predefined));
    ROW(MPI_ERR_COMM, MPI_Comm_free(&self));
    ROW(MPI_ERR_ARG, MPI_Comm_free(NULL));
    OURS(MPI_ERR_ARG, MPI_Comm_split(MPI_COMM_WORLD, -5, 0, &made));
    ROW(MPI_ERR_ARG, MPI_Comm_rank(MPI_COMM_WORLD, NULL));
    ROW(MPI_ERR_ARG, MPI_Comm_size(MPI_COMM_WORLD, NULL));
    ROW(MPI_ERR_ARG, MPI_Comm_group(MPI_COMM_WORLD, NULL));
    ROW(MPI_ERR_ARG, MPI_Comm_compare(MPI_COMM_WORLD, MPI_COMM_SELF, NULL));
    ROW(MPI_ERR_ARG, MPI_Comm_dup(MPI_COMM_WORLD, NULL));
    ROW(MPI_ERR_ARG, MPI_Comm_split(MPI_COMM_WORLD, 0, 0, NULL));
    ROW(MPI_ERR_ARG, MPI_Comm_test_inter(MPI_COMM_WORLD, NULL));
    ROW(MPI_ERR_ARG, MPI_Comm_get_name(MPI_COMM_WORLD, NULL, NULL));
    OURS(MPI_ERR_COMM, MPI_Comm_remote_size(MPI_COMM_WORLD, (int[]){0}));
    CHECK(predefined == MPI_COMM_WORLD && self == MPI_COMM_SELF);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    returning();
    rows_of_comm(MPI_COMM_NULL);
    rows_of_comm(freed_comm());
    rows_of_arguments();
    CHECK(made == MPI_COMM_NULL);
    return rows_end();
}
