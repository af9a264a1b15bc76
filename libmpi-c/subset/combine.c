// TMD-MPI: the operations of a reduction, sum and maximum.
#include "subset/combine.h"

// Sums are computed in unsigned arithmetic, so that they wrap.
#define COMBINE(type, sum)                                                                     \
    do {                                                                                       \
        typedef type __attribute__((may_alias)) value;                                         \
        value *x = mine;                                                                       \
        const value *y = other;                                                                \
        for (int i = 0; i < count; i++)                                                        \
            x[i] = op == MPI_SUM ? (type)((sum)x[i] + (sum)y[i]) : x[i] > y[i] ? x[i] : y[i];  \
    } while (0)

// A type as a number: its kind, and the logarithm of its size.
#define KIND(kind, shift) ((kind) << 2 | (shift))

void subset_combine(void *mine, const void *other, int count, MPI_Datatype datatype, MPI_Op op)
{
    const struct subset_type *type = subset_find_type(datatype);
    switch (KIND(type->kind, type->shift)) {
    case KIND(SUBSET_FLOAT, 2):
        COMBINE(float, float);
        break;
    case KIND(SUBSET_SIGNED, 0):
        COMBINE(int8_t, unsigned);
        break;
    case KIND(SUBSET_SIGNED, 1):
        COMBINE(int16_t, unsigned);
        break;
    case KIND(SUBSET_SIGNED, 2):
        COMBINE(int32_t, unsigned);
        break;
    case KIND(SUBSET_UNSIGNED, 0):
        COMBINE(uint8_t, unsigned);
        break;
    case KIND(SUBSET_UNSIGNED, 1):
        COMBINE(uint16_t, unsigned);
        break;
    default:
        COMBINE(uint32_t, unsigned);
    }
}
