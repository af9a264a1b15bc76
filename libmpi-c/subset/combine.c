// TMD-MPI: the operations of a reduction, sum and maximum.
#include "subset/combine.h"

// Sums wrap in unsigned arithmetic.
#define COMBINE(type, sum)                                                                     \
    do {                                                                                       \
        typedef type __attribute__((may_alias)) value;                                         \
        value *x = mine;                                                                       \
        const value *y = other;                                                                \
        for (size_t i = 0; i < bytes / sizeof(type); i++)                                      \
            x[i] = op == MPI_SUM ? (type)((sum)x[i] + (sum)y[i]) : x[i] > y[i] ? x[i] : y[i];  \
    } while (0)

static void subset_combine_signed(void *mine, const void *other, size_t bytes, unsigned shift, MPI_Op op)
{
    if (shift == 0)
        COMBINE(int8_t, unsigned);
    else if (shift == 1)
        COMBINE(int16_t, unsigned);
    else
        COMBINE(int32_t, unsigned);
}

static void subset_combine_unsigned(void *mine, const void *other, size_t bytes, unsigned shift, MPI_Op op)
{
    if (shift == 0)
        COMBINE(uint8_t, unsigned);
    else if (shift == 1)
        COMBINE(uint16_t, unsigned);
    else
        COMBINE(uint32_t, unsigned);
}

void subset_combine(void *mine, const void *other, size_t bytes, const struct subset_reduction *reduction)
{
    MPI_Op op = reduction->op;
    unsigned shift = reduction->type->shift;
    if (reduction->type->kind == SUBSET_FLOAT)
        COMBINE(float, float);
    else if (reduction->type->kind == SUBSET_SIGNED)
        subset_combine_signed(mine, other, bytes, shift, op);
    else
        subset_combine_unsigned(mine, other, bytes, shift, op);
}
