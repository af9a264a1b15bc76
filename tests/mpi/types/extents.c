// Tests sizes and extents of predefined types and of simple derived ones.
#include <stddef.h>
#include <wchar.h>

#include "../check.h"

static void check(MPI_Datatype type, int size, int extent)
{
    int bytes;
    MPI_Count many;
    MPI_Aint lb, range;
    MPI_Type_size(type, &bytes);
    MPI_Type_size_x(type, &many);
    CHECK(bytes == size && many == size);
    MPI_Type_get_extent(type, &lb, &range);
    CHECK(lb == 0 && range == extent);
    MPI_Type_get_true_extent(type, &lb, &range);
    CHECK(lb == 0 && range <= extent);
}

#define CHECK_BASIC(handle, type) check(handle, sizeof(type), sizeof(type))

static void check_basics(void)
{
    CHECK_BASIC(MPI_CHAR, char);
    CHECK_BASIC(MPI_SIGNED_CHAR, signed char);
    CHECK_BASIC(MPI_UNSIGNED_CHAR, unsigned char);
    CHECK_BASIC(MPI_BYTE, char);
    CHECK_BASIC(MPI_WCHAR, wchar_t);
    CHECK_BASIC(MPI_SHORT, short);
    CHECK_BASIC(MPI_UNSIGNED_SHORT, short);
    CHECK_BASIC(MPI_INT, int);
    CHECK_BASIC(MPI_UNSIGNED, unsigned);
    CHECK_BASIC(MPI_LONG, long);
    CHECK_BASIC(MPI_UNSIGNED_LONG, long);
    CHECK_BASIC(MPI_LONG_LONG, long long);
    CHECK_BASIC(MPI_UNSIGNED_LONG_LONG, long long);
    CHECK_BASIC(MPI_FLOAT, float);
    CHECK_BASIC(MPI_DOUBLE, double);
    CHECK_BASIC(MPI_LONG_DOUBLE, long double);
    CHECK_BASIC(MPI_INT8_T, int8_t);
    CHECK_BASIC(MPI_INT16_T, int16_t);
    CHECK_BASIC(MPI_INT32_T, int32_t);
    CHECK_BASIC(MPI_INT64_T, int64_t);
    CHECK_BASIC(MPI_UINT8_T, int8_t);
    CHECK_BASIC(MPI_UINT64_T, int64_t);
    CHECK_BASIC(MPI_C_BOOL, _Bool);
    CHECK_BASIC(MPI_C_FLOAT_COMPLEX, float _Complex);
    CHECK_BASIC(MPI_C_DOUBLE_COMPLEX, double _Complex);
    CHECK_BASIC(MPI_AINT, MPI_Aint);
    CHECK_BASIC(MPI_OFFSET, MPI_Offset);
    CHECK_BASIC(MPI_COUNT, MPI_Count);
}

static void check_bounds(MPI_Datatype type, int lb, int extent)
{
    MPI_Aint low, range;
    MPI_Type_get_extent(type, &low, &range);
    CHECK(low == lb && range == extent);
    MPI_Type_free(&type);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    check_basics();
    MPI_Datatype type;
    MPI_Type_contiguous(5, MPI_SHORT, &type);
    check(type, 10, 10);
    MPI_Type_free(&type);
    MPI_Type_vector(3, 2, 4, MPI_INT, &type);
    check(type, 24, 40);
    MPI_Type_free(&type);

    // Lower bounds that are not 0.
    const int lengths[] = {1, 2}, places[] = {7, 3};
    MPI_Type_indexed(2, lengths, places, MPI_INT, &type);
    check_bounds(type, 12, 20);
    MPI_Type_vector(3, 1, -2, MPI_INT, &type);
    check_bounds(type, -16, 20);
    MPI_Type_create_hvector(2, 1, -24, MPI_DOUBLE, &type);
    check_bounds(type, -24, 32);
    const MPI_Aint bytes[] = {-8, 16};
    const MPI_Datatype types[] = {MPI_DOUBLE, MPI_CHAR};
    MPI_Type_create_struct(2, lengths, bytes, types, &type);
    check_bounds(type, -8, 32);
    MPI_Type_dup(MPI_DOUBLE, &type);
    check_bounds(type, 0, 8);
    return end();
}
