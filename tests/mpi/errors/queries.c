// Wrong arguments of calls on datatypes, existing or not: committing, freeing, sizes, names; and of packing.
#include "rows.h"

static int words[4];
static char packed[64];

static void rows_of_type(MPI_Datatype type)
{
    int number = -7;
    MPI_Aint lb = -7, extent = -7;
    MPI_Count count = -7;
    char name[MPI_MAX_OBJECT_NAME] = "untouched";
    MPI_Datatype handle = type;
    ROW(MPI_ERR_TYPE, MPI_Type_commit(&handle));
    ROW(MPI_ERR_TYPE, MPI_Type_free(&handle));
    ROW(MPI_ERR_TYPE, MPI_Type_size(type, &number));
    ROW(MPI_ERR_TYPE, MPI_Type_size_x(type, &count));
    ROW(MPI_ERR_TYPE, MPI_Type_get_extent(type, &lb, &extent));
    ROW(MPI_ERR_TYPE, MPI_Type_get_true_extent(type, &lb, &extent));
    ROW(MPI_ERR_TYPE, MPI_Type_extent(type, &extent));
    ROW(MPI_ERR_TYPE, MPI_Type_lb(type, &lb));
    ROW(MPI_ERR_TYPE, MPI_Type_ub(type, &extent));
    ROW(MPI_ERR_TYPE, MPI_Type_set_name(type, "name"));
    ROW(MPI_ERR_TYPE, MPI_Pack_size(1, type, MPI_COMM_WORLD, &number));
    ROW(MPI_ERR_TYPE, MPI_Pack(words, 1, type, packed, 64, &number, MPI_COMM_WORLD));
    ROW(MPI_ERR_TYPE, MPI_Unpack(packed, 64, &number, words, 1, type, MPI_COMM_WORLD));
    CHECK(handle == type && number == -7 && lb == -7 && extent == -7 && count == -7 && strcmp(name, "untouched") == 0);
}

static void rows_of_pointers(void)
{
    MPI_Datatype type = MPI_INT;
    MPI_Aint lb = -7;
    ROW(MPI_ERR_TYPE, MPI_Type_free(&type));
    ROW(MPI_ERR_ARG, MPI_Type_size(MPI_INT, NULL));
    ROW(MPI_ERR_ARG, MPI_Type_get_extent(MPI_INT, NULL, &lb));
    ROW(MPI_ERR_ARG, MPI_Type_get_extent(MPI_INT, &lb, NULL));
    ROW(MPI_ERR_ARG, MPI_Type_get_true_extent(MPI_INT, NULL, &lb));
    ROW(MPI_ERR_ARG, MPI_Type_get_true_extent(MPI_INT, &lb, NULL));
    ROW(MPI_ERR_ARG, MPI_Type_get_name(MPI_INT, NULL, words));
    ROW(MPI_ERR_ARG, MPI_Type_set_name(MPI_INT, NULL));
    ROW(MPI_ERR_ARG, MPI_Get_address(words, NULL));
    ROW(MPI_ERR_ARG, MPI_Address(words, NULL));
    ROW(MPI_ERR_ARG, MPI_Type_extent(MPI_INT, NULL));
    ROW(MPI_ERR_ARG, MPI_Type_lb(MPI_INT, NULL));
    ROW(MPI_ERR_ARG, MPI_Type_ub(MPI_INT, NULL));
    OURS(MPI_ERR_ARG, MPI_Type_commit(NULL));
    OURS(MPI_ERR_ARG, MPI_Type_free(NULL));
    CHECK(type == MPI_INT && lb == -7 && words[0] == 0);
}

static void rows_of_external_packing(void)
{
    MPI_Aint at = 0, bytes = -7;
    OURS(MPI_ERR_ARG, MPI_Pack_external("external33", words, 1, MPI_INT, packed, 64, &at));
    ROW(MPI_ERR_COUNT, MPI_Pack_external("external32", words, -1, MPI_INT, packed, 64, &at));
    ROW(MPI_ERR_TYPE, MPI_Pack_external("external32", words, 1, MPI_DATATYPE_NULL, packed, 64, &at));
    ROW(MPI_ERR_COUNT, MPI_Unpack_external("external32", packed, 64, &at, words, -1, MPI_INT));
    ROW(MPI_ERR_TYPE, MPI_Unpack_external("external32", packed, 64, &at, words, 1, MPI_DATATYPE_NULL));
    ROW(MPI_ERR_COUNT, MPI_Pack_external_size("external32", -1, MPI_INT, &bytes));
    ROW(MPI_ERR_TYPE, MPI_Pack_external_size("external32", 1, MPI_DATATYPE_NULL, &bytes));
    OURS(MPI_ERR_ARG, MPI_Pack_external_size(NULL, 1, MPI_INT, &bytes));
    OURS(MPI_ERR_ARG, MPI_Pack_external_size("external32", 1, MPI_INT, NULL));
    CHECK(at == 0 && bytes == -7);
}

static void rows_of_packing(void)
{
    int at = 0, behind = 62, bytes = -7;
    MPI_Comm gone = freed_comm();
    MPI_Datatype not_committed = loose_type();
    ROW(MPI_ERR_COUNT, MPI_Pack(words, -1, MPI_INT, packed, 64, &at, MPI_COMM_WORLD));
    ROW(MPI_ERR_COUNT, MPI_Unpack(packed, 64, &at, words, -1, MPI_INT, MPI_COMM_WORLD));
    ROW(MPI_ERR_COUNT, MPI_Pack_size(-1, MPI_INT, MPI_COMM_WORLD, &bytes));
    ROW(MPI_ERR_TYPE, MPI_Pack(words, 1, not_committed, packed, 64, &at, MPI_COMM_WORLD));
    ROW(MPI_ERR_TYPE, MPI_Unpack(packed, 64, &at, words, 1, not_committed, MPI_COMM_WORLD));
    ROW(MPI_ERR_COMM, MPI_Pack(words, 1, MPI_INT, packed, 64, &at, MPI_COMM_NULL));
    ROW(MPI_ERR_COMM, MPI_Unpack(packed, 64, &at, words, 1, MPI_INT, MPI_COMM_NULL));
    ROW(MPI_ERR_COMM, MPI_Pack_size(1, MPI_INT, MPI_COMM_NULL, &bytes));
    ROW(MPI_ERR_COMM, MPI_Pack(words, 1, MPI_INT, packed, 64, &at, gone));
    ROW(MPI_ERR_COMM, MPI_Unpack(packed, 64, &at, words, 1, MPI_INT, gone));
    ROW(MPI_ERR_COMM, MPI_Pack_size(1, MPI_INT, gone, &bytes));
    ROW(MPI_ERR_ARG, MPI_Pack(words, 1, MPI_INT, packed, 64, NULL, MPI_COMM_WORLD));
    ROW(MPI_ERR_ARG, MPI_Unpack(packed, 64, NULL, words, 1, MPI_INT, MPI_COMM_WORLD));
    ROW(MPI_ERR_ARG, MPI_Pack_size(1, MPI_INT, MPI_COMM_WORLD, NULL));
    ROW(MPI_ERR_ARG, MPI_Pack(words, 1, MPI_INT, packed, -1, &at, MPI_COMM_WORLD));
    ROW(MPI_ERR_ARG, MPI_Unpack(packed, -1, &at, words, 1, MPI_INT, MPI_COMM_WORLD));
    OURS(MPI_ERR_BUFFER, MPI_Pack(NULL, 1, MPI_INT, packed, 64, &at, MPI_COMM_WORLD));
    OURS(MPI_ERR_BUFFER, MPI_Unpack(packed, 64, &at, NULL, 1, MPI_INT, MPI_COMM_WORLD));
    OURS(MPI_ERR_TRUNCATE, MPI_Pack(words, 1, MPI_INT, packed, 64, &behind, MPI_COMM_WORLD));
    OURS(MPI_ERR_TRUNCATE, MPI_Unpack(packed, 64, &behind, words, 1, MPI_INT, MPI_COMM_WORLD));
    CHECK(at == 0 && behind == 62 && bytes == -7);
    for (int i = 0; i < 64; i++)
        CHECK(packed[i] == 0);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    returning();
    rows_of_type(MPI_DATATYPE_NULL);
    rows_of_type(freed_type());
    rows_of_pointers();
    rows_of_packing();
    rows_of_external_packing();
    return rows_end();
}
