// Wrong arguments of datatype functions: each error has its class, and nothing changes.
#include "native.h"

#define FAILS(call) CHECK((call) != MPI_SUCCESS)
#define IS(class, call) CHECK(class_of(call) == (class))

static MPI_Datatype new = MPI_CHAR;

static void check_constructors(void)
{
    const int lengths[] = {1, -1}, places[] = {0, 1};
    const MPI_Aint bytes[] = {0, 4};
    const MPI_Datatype types[] = {MPI_INT, MPI_DATATYPE_NULL};
    IS(MPI_ERR_COUNT, MPI_Type_contiguous(-1, MPI_INT, &new));
    IS(MPI_ERR_COUNT, MPI_Type_vector(-1, 1, 1, MPI_INT, &new));
    IS(MPI_ERR_COUNT, MPI_Type_indexed(-1, lengths, places, MPI_INT, &new));
    IS(MPI_ERR_COUNT, MPI_Type_create_hindexed(-1, lengths, bytes, MPI_INT, &new));
    IS(MPI_ERR_COUNT, MPI_Type_create_indexed_block(-1, 1, places, MPI_INT, &new));
    IS(MPI_ERR_COUNT, MPI_Type_create_struct(-1, lengths, bytes, types, &new));
    IS(MPI_ERR_TYPE, MPI_Type_contiguous(1, MPI_DATATYPE_NULL, &new));
    IS(MPI_ERR_TYPE, MPI_Type_vector(1, 1, 1, MPI_DATATYPE_NULL, &new));
    IS(MPI_ERR_TYPE, MPI_Type_create_hvector(1, 1, 1, MPI_DATATYPE_NULL, &new));
    IS(MPI_ERR_TYPE, MPI_Type_indexed(1, lengths, places, MPI_DATATYPE_NULL, &new));
    IS(MPI_ERR_TYPE, MPI_Type_create_resized(MPI_DATATYPE_NULL, 0, 4, &new));
    IS(MPI_ERR_TYPE, MPI_Type_dup(MPI_DATATYPE_NULL, &new));
    const int ones[] = {1, 1};
    IS(MPI_ERR_TYPE, MPI_Type_create_struct(2, ones, bytes, types, &new));
    FAILS(MPI_Type_indexed(2, lengths, places, MPI_INT, &new));
    FAILS(MPI_Type_vector(1, -1, 1, MPI_INT, &new));
    FAILS(MPI_Type_create_indexed_block(1, -1, places, MPI_INT, &new));
}

static void check_arrays(void)
{
    const int block[] = {MPI_DISTRIBUTE_BLOCK}, usual[] = {MPI_DISTRIBUTE_DFLT_DARG};
    FAILS(MPI_Type_create_subarray(1, (int[]){5}, (int[]){2}, (int[]){-1}, MPI_ORDER_C, MPI_INT, &new));
    FAILS(MPI_Type_create_subarray(1, (int[]){5}, (int[]){2}, (int[]){1}, 1, MPI_INT, &new));
    IS(MPI_ERR_TYPE,
       MPI_Type_create_subarray(1, (int[]){5}, (int[]){2}, (int[]){1}, MPI_ORDER_C, MPI_DATATYPE_NULL, &new));
    FAILS(MPI_Type_create_darray(2, 2, 1, (int[]){5}, block, usual, (int[]){2}, MPI_ORDER_C, MPI_INT, &new));
    FAILS(MPI_Type_create_darray(2, 0, 1, (int[]){5}, block, usual, (int[]){2}, 0, MPI_INT, &new));
}

// Mistakes that MPICH accepts, or at which it fails.
static void check_strictly(void)
{
    const int none[] = {MPI_DISTRIBUTE_NONE}, block[] = {MPI_DISTRIBUTE_BLOCK}, usual[] = {MPI_DISTRIBUTE_DFLT_DARG};
    MPI_Datatype type;
    int integers[4], values[2] = {0}, packed[2], position = 0;
    IS(MPI_ERR_ARG, MPI_Type_create_subarray(1, (int[]){5}, (int[]){6}, (int[]){0}, MPI_ORDER_C, MPI_INT, &new));
    IS(MPI_ERR_ARG, MPI_Type_create_subarray(1, (int[]){5}, (int[]){2}, (int[]){4}, MPI_ORDER_C, MPI_INT, &new));
    IS(MPI_ERR_ARG, MPI_Type_create_darray(2, 0, 1, (int[]){5}, none, usual, (int[]){2}, MPI_ORDER_C, MPI_INT, &new));
    IS(MPI_ERR_ARG, MPI_Type_create_darray(2, 0, 1, (int[]){5}, block, (int[]){2}, (int[]){2}, MPI_ORDER_C, MPI_INT, &new));
    IS(MPI_ERR_ARG, MPI_Type_create_darray(4, 0, 1, (int[]){5}, block, usual, (int[]){2}, MPI_ORDER_C, MPI_INT, &new));
    IS(MPI_ERR_TRUNCATE, MPI_Pack(values, 2, MPI_INT, packed, 7, &position, MPI_COMM_WORLD));
    IS(MPI_ERR_TRUNCATE, MPI_Unpack(packed, 7, &position, values, 2, MPI_INT, MPI_COMM_WORLD));
    IS(MPI_ERR_BUFFER, MPI_Pack(NULL, 2, MPI_INT, packed, 8, &position, MPI_COMM_WORLD));
    MPI_Type_contiguous(2, MPI_INT, &type);
    IS(MPI_ERR_ARG, MPI_Type_get_contents(type, 0, 0, 1, integers, NULL, &new));
    IS(MPI_ERR_TYPE, MPI_Type_get_contents(MPI_INT, 1, 0, 1, integers, NULL, &new));
    IS(MPI_ERR_ARG, MPI_Type_contiguous(2, MPI_INT, NULL));
    MPI_Datatype freed = type;
    IS(MPI_SUCCESS, MPI_Type_free(&type));
    IS(MPI_ERR_TYPE, MPI_Type_free(&freed));
    IS(MPI_ERR_TYPE, MPI_Type_size(freed, &integers[0]));
    IS(MPI_ERR_TYPE, MPI_Type_contiguous(2, freed, &new));
    MPI_Type_create_f90_real(6, 30, &type);
    IS(MPI_ERR_TYPE, MPI_Type_free(&type));
    CHECK(type != MPI_DATATYPE_NULL && position == 0);
}

static void check_handles(void)
{
    MPI_Datatype type = MPI_DATATYPE_NULL, freed, basic = MPI_INT;
    MPI_Aint lb, extent;
    int number, position = 0, values[4] = {0}, packed[4] = {0}, integers[4];
    MPI_Status status;
    IS(MPI_ERR_TYPE, MPI_Type_free(&type));
    IS(MPI_ERR_TYPE, MPI_Type_free(&basic));
    CHECK(basic == MPI_INT);
    IS(MPI_ERR_TYPE, MPI_Type_commit(&type));
    IS(MPI_ERR_TYPE, MPI_Type_size(MPI_DATATYPE_NULL, &number));
    IS(MPI_ERR_TYPE, MPI_Type_get_extent(MPI_DATATYPE_NULL, &lb, &extent));
    IS(MPI_ERR_TYPE, MPI_Type_get_true_extent(MPI_DATATYPE_NULL, &lb, &extent));
    IS(MPI_ERR_TYPE, MPI_Pack(values, 1, MPI_DATATYPE_NULL, packed, sizeof packed, &position, MPI_COMM_WORLD));
    IS(MPI_ERR_COUNT, MPI_Pack(values, -1, MPI_INT, packed, sizeof packed, &position, MPI_COMM_WORLD));
    IS(MPI_ERR_COMM, MPI_Pack(values, 1, MPI_INT, packed, sizeof packed, &position, MPI_COMM_NULL));
    IS(MPI_ERR_COUNT, MPI_Unpack(packed, sizeof packed, &position, values, -1, MPI_INT, MPI_COMM_WORLD));
    IS(MPI_ERR_COUNT, MPI_Pack_size(-1, MPI_INT, MPI_COMM_WORLD, &number));
    IS(MPI_ERR_TYPE, MPI_Pack_size(1, MPI_DATATYPE_NULL, MPI_COMM_WORLD, &number));
    CHECK(position == 0);
    MPI_Sendrecv(values, 1, MPI_INT, rank, 0, packed, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &status);
    IS(MPI_ERR_TYPE, MPI_Get_elements(&status, MPI_DATATYPE_NULL, &number));
    IS(MPI_ERR_TYPE, MPI_Get_count(&status, MPI_DATATYPE_NULL, &number));

    // A type that is not committed, then a buffer that is too small, then a freed type.
    MPI_Type_contiguous(2, MPI_INT, &type);
    IS(MPI_ERR_TYPE, MPI_Pack(values, 1, type, packed, sizeof packed, &position, MPI_COMM_WORLD));
    IS(MPI_SUCCESS, MPI_Type_commit(&type));
    IS(MPI_SUCCESS, MPI_Type_commit(&type));
    FAILS(MPI_Type_get_contents(type, 0, 0, 1, integers, &lb, &freed));
    IS(MPI_SUCCESS, MPI_Type_free(&type));
    CHECK(type == MPI_DATATYPE_NULL);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    check_constructors();
    check_arrays();
    check_handles();
    if (!is_mpich())
        check_strictly();
    CHECK(new == MPI_CHAR);
    return end();
}
