// Wrong arguments of datatype constructors: every call with every kind of wrong argument. No type is made.
#include "rows.h"

static MPI_Datatype made = MPI_DATATYPE_NULL;
static int ones[2] = {1, 1}, negative[2] = {1, -1};
static MPI_Aint places[2] = {0, 8};

// A constructor of `count` blocks of `length` elements each.
typedef int maker(int count, int *lengths, MPI_Datatype type);

static int contiguous(int count, int *lengths, MPI_Datatype type)
{
    (void)lengths;
    return MPI_Type_contiguous(count, type, &made);
}

static int vector(int count, int *lengths, MPI_Datatype type)
{
    return MPI_Type_vector(count, lengths[1], 3, type, &made);
}

static int hvector(int count, int *lengths, MPI_Datatype type)
{
    return MPI_Type_create_hvector(count, lengths[1], 24, type, &made);
}

static int indexed(int count, int *lengths, MPI_Datatype type)
{
    return MPI_Type_indexed(count, lengths, ones, type, &made);
}

static int hindexed(int count, int *lengths, MPI_Datatype type)
{
    return MPI_Type_create_hindexed(count, lengths, places, type, &made);
}

static int indexed_block(int count, int *lengths, MPI_Datatype type)
{
    return MPI_Type_create_indexed_block(count, lengths[1], ones, type, &made);
}

static int hindexed_block(int count, int *lengths, MPI_Datatype type)
{
    return MPI_Type_create_hindexed_block(count, lengths[1], places, type, &made);
}

static int structure(int count, int *lengths, MPI_Datatype type)
{
    MPI_Datatype types[2] = {MPI_INT, type};
    return MPI_Type_create_struct(count, lengths, places, types, &made);
}

static int resized(int count, int *lengths, MPI_Datatype type)
{
    (void)count, (void)lengths;
    return MPI_Type_create_resized(type, 0, 8, &made);
}

static int duplicate(int count, int *lengths, MPI_Datatype type)
{
    (void)count, (void)lengths;
    return MPI_Type_dup(type, &made);
}

static int subarray(int count, int *lengths, MPI_Datatype type)
{
    int sizes[2] = {4, 4}, starts[2] = {0, 0};
    (void)lengths;
    return MPI_Type_create_subarray(count, sizes, ones, starts, MPI_ORDER_C, type, &made);
}

// The constructors by their names in MPI-1.
static int old_hvector(int count, int *lengths, MPI_Datatype type)
{
    return MPI_Type_hvector(count, lengths[1], 24, type, &made);
}

static int old_hindexed(int count, int *lengths, MPI_Datatype type)
{
    return MPI_Type_hindexed(count, lengths, places, type, &made);
}

static int old_structure(int count, int *lengths, MPI_Datatype type)
{
    MPI_Datatype types[2] = {MPI_INT, type};
    return MPI_Type_struct(count, lengths, places, types, &made);
}

enum { COUNT = 1, LENGTHS = 2 };

static const struct {
    const char *name;
    maker *make;
    int has;
} makers[] = {
    {"MPI_Type_contiguous", contiguous, COUNT},
    {"MPI_Type_vector", vector, COUNT | LENGTHS},
    {"MPI_Type_create_hvector", hvector, COUNT | LENGTHS},
    {"MPI_Type_indexed", indexed, COUNT | LENGTHS},
    {"MPI_Type_create_hindexed", hindexed, COUNT | LENGTHS},
    {"MPI_Type_create_indexed_block", indexed_block, COUNT | LENGTHS},
    {"MPI_Type_create_hindexed_block", hindexed_block, COUNT | LENGTHS},
    {"MPI_Type_create_struct", structure, COUNT | LENGTHS},
    {"MPI_Type_create_resized", resized, 0},
    {"MPI_Type_dup", duplicate, 0},
    {"MPI_Type_create_subarray", subarray, 0},
    {"MPI_Type_hvector", old_hvector, COUNT | LENGTHS},
    {"MPI_Type_hindexed", old_hindexed, COUNT | LENGTHS},
    {"MPI_Type_struct", old_structure, COUNT | LENGTHS},
};

static void rows_of_null_pointers(void)
{
    MPI_Datatype types[2] = {MPI_INT, MPI_INT};
    ROW(MPI_ERR_ARG, MPI_Type_indexed(2, NULL, ones, MPI_INT, &made));
    ROW(MPI_ERR_ARG, MPI_Type_indexed(2, ones, NULL, MPI_INT, &made));
    ROW(MPI_ERR_ARG, MPI_Type_create_hindexed(2, NULL, places, MPI_INT, &made));
    ROW(MPI_ERR_ARG, MPI_Type_create_hindexed(2, ones, NULL, MPI_INT, &made));
    ROW(MPI_ERR_ARG, MPI_Type_create_indexed_block(2, 1, NULL, MPI_INT, &made));
    ROW(MPI_ERR_ARG, MPI_Type_create_struct(2, NULL, places, types, &made));
    ROW(MPI_ERR_ARG, MPI_Type_create_struct(2, ones, NULL, types, &made));
    ROW(MPI_ERR_ARG, MPI_Type_create_struct(2, ones, places, NULL, &made));
    ROW(MPI_ERR_ARG, MPI_Type_struct(2, ones, NULL, types, &made));
    ROW(MPI_ERR_ARG, MPI_Type_hindexed(2, ones, NULL, MPI_INT, &made));
    ROW(MPI_ERR_ARG, MPI_Type_contiguous(2, MPI_INT, NULL));
    ROW(MPI_ERR_ARG, MPI_Type_vector(2, 1, 3, MPI_INT, NULL));
    ROW(MPI_ERR_ARG, MPI_Type_dup(MPI_INT, NULL));
    ROW(MPI_ERR_ARG, MPI_Type_create_resized(MPI_INT, 0, 8, NULL));
}

static int subarray_of(int dimensions, int size, int part, int start, int order)
{
    int sizes[2] = {4, size}, parts[2] = {2, part}, starts[2] = {1, start};
    return MPI_Type_create_subarray(dimensions, sizes, parts, starts, order, MPI_INT, &made);
}

static void rows_of_subarrays(void)
{
    OURS(MPI_ERR_DIMS, subarray_of(0, 4, 2, 1, MPI_ORDER_C));
    OURS(MPI_ERR_DIMS, subarray_of(-1, 4, 2, 1, MPI_ORDER_C));
    OURS(MPI_ERR_ARG, subarray_of(2, 0, 0, 0, MPI_ORDER_C));
    OURS(MPI_ERR_ARG, subarray_of(2, 4, 0, 1, MPI_ORDER_C));
    OURS(MPI_ERR_ARG, subarray_of(2, 4, 5, 0, MPI_ORDER_C));
    OURS(MPI_ERR_ARG, subarray_of(2, 4, 2, -1, MPI_ORDER_C));
    OURS(MPI_ERR_ARG, subarray_of(2, 4, 2, 3, MPI_ORDER_FORTRAN));
    OURS(MPI_ERR_ARG, subarray_of(2, 4, 2, 1, 99));
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    returning();
    for (size_t i = 0; i < LENGTH(makers); i++) {
        const char *name = makers[i].name;
        if (makers[i].has & COUNT)
            row(name, MPI_ERR_COUNT, makers[i].make(-1, ones, MPI_INT), __LINE__);
        if (makers[i].has & LENGTHS)
            row(name, MPI_ERR_COUNT, makers[i].make(2, negative, MPI_INT), __LINE__);
        row(name, MPI_ERR_TYPE, makers[i].make(2, ones, MPI_DATATYPE_NULL), __LINE__);
        row(name, MPI_ERR_TYPE, makers[i].make(2, ones, freed_type()), __LINE__);
    }
    rows_of_null_pointers();
    rows_of_subarrays();
    CHECK(made == MPI_DATATYPE_NULL);
    return rows_end();
}
