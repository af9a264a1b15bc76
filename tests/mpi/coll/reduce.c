// Tests MPI_Reduce and MPI_Allreduce: every operation on every C type that it is defined for, compared with a loop over all ranks.
#include "../check.h"

#include <complex.h>
#include <float.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

enum { COUNT = 5 };

// Long double has padding on some hosts.
#define VALUE_BYTES(type) _Generic((type){0}, long double: LDBL_MANT_DIG == 64 ? 10 : sizeof(type), default: sizeof(type))

static int same(const char *a, const char *b, size_t stride, size_t value_bytes)
{
    int equal = 1;
    for (int i = 0; i < COUNT; i++)
        equal &= memcmp(a + i * stride, b + i * stride, value_bytes) == 0;
    return equal;
}

// Runs one operation with all roots (on many ranks with two), in place and not, and as allreduce. Compares with `expected`.
static void run(const void *own, const void *expected, size_t stride, size_t value_bytes, MPI_Datatype type, MPI_Op op)
{
    char got[COUNT * 64];
    size_t bytes = COUNT * stride;
    for (int root = 0; root < size; root = next_root(root)) {
        memset(got, 0, sizeof got);
        MPI_Reduce(own, rank == root ? got : NULL, COUNT, type, op, root, MPI_COMM_WORLD);
        CHECK(rank != root || same(got, expected, stride, value_bytes));
        memcpy(got, own, bytes);
        MPI_Reduce(rank == root ? MPI_IN_PLACE : got, rank == root ? got : NULL, COUNT, type, op, root, MPI_COMM_WORLD);
        CHECK(same(got, rank == root ? expected : own, stride, value_bytes));
    }
    memset(got, 0, sizeof got);
    MPI_Allreduce(own, got, COUNT, type, op, MPI_COMM_WORLD);
    CHECK(same(got, expected, stride, value_bytes));
    memcpy(got, own, bytes);
    MPI_Allreduce(MPI_IN_PLACE, got, COUNT, type, op, MPI_COMM_WORLD);
    CHECK(same(got, expected, stride, value_bytes));
}

// `value(r, i)` is rank r's element i; a and b are the operands of `expression`.
#define TRY(c_type, mpi_type, mpi_op, value, expression)            \
    do {                                                            \
        c_type own[COUNT], expected[COUNT];                         \
        memset(own, 0, sizeof own);                                 \
        memset(expected, 0, sizeof expected);                       \
        for (int i = 0; i < COUNT; i++) {                           \
            int r = rank;                                           \
            own[i] = (c_type)(value);                               \
            r = 0;                                                  \
            c_type a = (c_type)(value);                             \
            for (r = 1; r < size; r++) {                            \
                c_type b = (c_type)(value);                         \
                a = (c_type)(expression);                           \
            }                                                       \
            expected[i] = a;                                        \
        }                                                           \
        run(own, expected, sizeof own[0], VALUE_BYTES(c_type), mpi_type, mpi_op); \
    } while (0)

// Values below zero, or the largest unsigned values. MPICH 4.0 compares MPI_UNSIGNED_SHORT as a signed type.
#ifdef MPICH_VERSION
#define LOW(c_type) ((c_type)((c_type)0 - 1) > 0 ? 0 : 3)
#else
#define LOW(c_type) 3
#endif

#define NUMERIC(c_type, mpi_type)                                        \
    TRY(c_type, mpi_type, MPI_SUM, r + 2 * i + 1, a + b);                \
    TRY(c_type, mpi_type, MPI_PROD, (r + i) % 2 + 1, a * b)
#define ORDERED(c_type, mpi_type)                                        \
    NUMERIC(c_type, mpi_type);                                           \
    TRY(c_type, mpi_type, MPI_MIN, (r * 5 + i) % 7 - LOW(c_type), a < b ? a : b);  \
    TRY(c_type, mpi_type, MPI_MAX, (r * 5 + i) % 7 - LOW(c_type), a > b ? a : b)
#define LOGICAL(c_type, mpi_type)                                        \
    TRY(c_type, mpi_type, MPI_LAND, (r + i) % 3, a && b);                \
    TRY(c_type, mpi_type, MPI_LOR, i % 2 && r == size - 1, a || b);      \
    TRY(c_type, mpi_type, MPI_LXOR, (r + i) % 2, !a != !b)
#define BITS(c_type, mpi_type)                                           \
    TRY(c_type, mpi_type, MPI_BAND, ~(1 << (r + i) % 7), a & b);         \
    TRY(c_type, mpi_type, MPI_BOR, 1 << (r + i) % 7, a | b);             \
    TRY(c_type, mpi_type, MPI_BXOR, r * 3 + i, a ^ b)
#define INTEGER(c_type, mpi_type) ORDERED(c_type, mpi_type); LOGICAL(c_type, mpi_type); BITS(c_type, mpi_type)

static void integers(void)
{
    INTEGER(short, MPI_SHORT);
    INTEGER(int, MPI_INT);
    INTEGER(long, MPI_LONG);
    INTEGER(long long, MPI_LONG_LONG);
    INTEGER(unsigned short, MPI_UNSIGNED_SHORT);
    INTEGER(unsigned, MPI_UNSIGNED);
    INTEGER(unsigned long, MPI_UNSIGNED_LONG);
    INTEGER(unsigned long long, MPI_UNSIGNED_LONG_LONG);
    INTEGER(signed char, MPI_SIGNED_CHAR);
    INTEGER(unsigned char, MPI_UNSIGNED_CHAR);
}

static void sized_integers(void)
{
    INTEGER(int8_t, MPI_INT8_T);
    INTEGER(int16_t, MPI_INT16_T);
    INTEGER(int32_t, MPI_INT32_T);
    INTEGER(int64_t, MPI_INT64_T);
    INTEGER(uint8_t, MPI_UINT8_T);
    INTEGER(uint16_t, MPI_UINT16_T);
    INTEGER(uint32_t, MPI_UINT32_T);
    INTEGER(uint64_t, MPI_UINT64_T);
    INTEGER(MPI_Aint, MPI_AINT);
    INTEGER(MPI_Offset, MPI_OFFSET);
    INTEGER(MPI_Count, MPI_COUNT);
    BITS(unsigned char, MPI_BYTE);
    LOGICAL(bool, MPI_C_BOOL);
}

static void reals(void)
{
    ORDERED(float, MPI_FLOAT);
    ORDERED(double, MPI_DOUBLE);
    ORDERED(long double, MPI_LONG_DOUBLE);
    NUMERIC(float complex, MPI_C_FLOAT_COMPLEX);
    NUMERIC(double complex, MPI_C_DOUBLE_COMPLEX);
    TRY(double complex, MPI_C_DOUBLE_COMPLEX, MPI_SUM, r + i * I, a + b);
    TRY(double complex, MPI_C_DOUBLE_COMPLEX, MPI_PROD, (r + i) % 2 ? 2 + I : 1, a * b);
    // The names of Fortran's types, which C programs use, too.
    NUMERIC(int, MPI_INTEGER);
    NUMERIC(float, MPI_REAL);
    NUMERIC(double, MPI_DOUBLE_PRECISION);
}

#define LOCATION(value_type, name)      \
    struct name {                       \
        value_type value;               \
        int index;                      \
    }
LOCATION(float, float_int);
LOCATION(double, double_int);
LOCATION(long, long_int);
LOCATION(int, two_int);
LOCATION(short, short_int);
LOCATION(long double, long_double_int);

#define LOCATE(struct_name, mpi_type)                                                                  \
    do {                                                                                               \
        struct struct_name own[COUNT], least[COUNT], most[COUNT];                                      \
        memset(own, 0, sizeof own);                                                                    \
        memset(least, 0, sizeof least);                                                                \
        memset(most, 0, sizeof most);                                                                  \
        for (int i = 0; i < COUNT; i++) {                                                              \
            for (int r = size - 1; r >= 0; r--) {                                                      \
                int value = (r + i) % 3, first = r == size - 1;                                        \
                if (first || value <= least[i].value)                                                  \
                    least[i].value = value, least[i].index = r;                                        \
                if (first || value >= most[i].value)                                                   \
                    most[i].value = value, most[i].index = r;                                          \
            }                                                                                          \
            own[i].value = (rank + i) % 3;                                                             \
            own[i].index = rank;                                                                       \
        }                                                                                              \
        struct struct_name got[COUNT];                                                                 \
        MPI_Allreduce(own, got, COUNT, mpi_type, MPI_MINLOC, MPI_COMM_WORLD);                          \
        for (int i = 0; i < COUNT; i++)                                                                \
            CHECK(got[i].value == least[i].value && got[i].index == least[i].index);                   \
        MPI_Reduce(own, got, COUNT, mpi_type, MPI_MAXLOC, size - 1, MPI_COMM_WORLD);                   \
        for (int i = 0; rank == size - 1 && i < COUNT; i++)                                            \
            CHECK(got[i].value == most[i].value && got[i].index == most[i].index);                     \
    } while (0)

static void locations(void)
{
    LOCATE(float_int, MPI_FLOAT_INT);
    LOCATE(double_int, MPI_DOUBLE_INT);
    LOCATE(long_int, MPI_LONG_INT);
    LOCATE(two_int, MPI_2INT);
    LOCATE(short_int, MPI_SHORT_INT);
    LOCATE(long_double_int, MPI_LONG_DOUBLE_INT);
}

static void many(int count)
{
    int *own = calloc(count + 1, sizeof *own), *sum = malloc(count * sizeof *sum);
    for (int i = 0; i < count; i++)
        own[i] = rank + i;
    for (int root = 0; root < size; root += size > 1 ? size - 1 : 1) {
        memset(sum, 0, count * sizeof *sum);
        MPI_Reduce(own, sum, count, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
        for (int i = 0; rank == root && i < count; i++)
            CHECK(sum[i] == size * (size - 1) / 2 + size * i);
    }
    MPI_Allreduce(own, sum, count, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < count; i++)
        CHECK(sum[i] == size * (size - 1) / 2 + size * i);
    free(own);
    free(sum);
}

// Sums that depend on the order of addition are the same on all ranks.
static void same_bits(int count)
{
    double *own = malloc(count * sizeof *own), *sum = malloc(count * sizeof *sum), *other = malloc(count * sizeof *sum);
    for (int i = 0; i < count; i++)
        own[i] = 1.0 / (1 + rank * 3 + i) * (rank % 2 ? 1e10 : 1e-10);
    MPI_Allreduce(own, sum, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    memcpy(other, sum, count * sizeof *sum);
    MPI_Bcast(other, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    CHECK(memcmp(sum, other, count * sizeof *sum) == 0);
    free(own);
    free(sum);
    free(other);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    integers();
    sized_integers();
    reals();
    locations();
    many(0);
    many(1);
    many(300);
    many(5000);
    many(40003);
    same_bits(3);
    same_bits(3000);
    return end();
}
