// The arithmetic of the predefined operations (MPI 5.0 §6.9.2, §6.9.4).
#include <complex.h>

#include "coll/coll.h"

#define KERNEL(name, type, expression)                                 \
    static void coll_##name(const void *in, void *inout, size_t count) \
    {                                                                  \
        const type *x = in;                                            \
        type *y = inout;                                               \
        for (size_t i = 0; i < count; i++) {                           \
            type a = x[i], b = y[i];                                   \
            y[i] = expression;                                         \
        }                                                              \
    }

// Sums and products of integers are computed in unsigned arithmetic of at least 32 bits, which wraps on overflow.
#define INTEGER(bits)                                               \
    KERNEL(sum_##bits, uint##bits##_t, (uint##bits##_t)(a + 1u * b)) \
    KERNEL(prod_##bits, uint##bits##_t, (uint##bits##_t)(1u * a * b)) \
    KERNEL(min_i##bits, int##bits##_t, a < b ? a : b)               \
    KERNEL(max_i##bits, int##bits##_t, a > b ? a : b)               \
    KERNEL(min_u##bits, uint##bits##_t, a < b ? a : b)              \
    KERNEL(max_u##bits, uint##bits##_t, a > b ? a : b)              \
    KERNEL(band_##bits, uint##bits##_t, a & b)                      \
    KERNEL(bor_##bits, uint##bits##_t, a | b)                       \
    KERNEL(bxor_##bits, uint##bits##_t, a ^ b)                      \
    KERNEL(land_##bits, uint##bits##_t, a && b)                     \
    KERNEL(lor_##bits, uint##bits##_t, a || b)                      \
    KERNEL(lxor_##bits, uint##bits##_t, !a != !b)

INTEGER(8)
INTEGER(16)
INTEGER(32)
INTEGER(64)

#define COMPLEX(name, type)           \
    KERNEL(sum_##name, type, a + b)   \
    KERNEL(prod_##name, type, a * b)

#define REAL(name, type)                    \
    COMPLEX(name, type)                     \
    KERNEL(min_##name, type, a < b ? a : b) \
    KERNEL(max_##name, type, a > b ? a : b)

REAL(float, float)
REAL(double, double)
REAL(long_double, long double)
COMPLEX(float_complex, float complex)
COMPLEX(double_complex, double complex)
COMPLEX(long_double_complex, long double complex)

// If values are equal, the lower index wins (MPI 5.0 §6.9.4).
#define PAIR(name, value_type, index_type)                                                     \
    struct coll_##name {                                                                       \
        value_type value;                                                                      \
        index_type index;                                                                      \
    };                                                                                         \
    KERNEL(minloc_##name, struct coll_##name,                                                  \
           a.value < b.value || (a.value == b.value && a.index < b.index) ? a : b)             \
    KERNEL(maxloc_##name, struct coll_##name,                                                  \
           a.value > b.value || (a.value == b.value && a.index < b.index) ? a : b)

PAIR(float_int, float, int)
PAIR(double_int, double, int)
PAIR(long_int, long, int)
PAIR(2int, int, int)
PAIR(short_int, short, int)
PAIR(long_double_int, long double, int)
PAIR(2float, float, float)
PAIR(2double, double, double)

#define INTEGERS(op)                                                                                   \
    [P2P_I8] = coll_##op##_8, [P2P_I16] = coll_##op##_16, [P2P_I32] = coll_##op##_32,                  \
    [P2P_I64] = coll_##op##_64, [P2P_U8] = coll_##op##_8, [P2P_U16] = coll_##op##_16,                  \
    [P2P_U32] = coll_##op##_32, [P2P_U64] = coll_##op##_64
#define ORDERED(op)                                                                                    \
    [P2P_I8] = coll_##op##_i8, [P2P_I16] = coll_##op##_i16, [P2P_I32] = coll_##op##_i32,               \
    [P2P_I64] = coll_##op##_i64, [P2P_U8] = coll_##op##_u8, [P2P_U16] = coll_##op##_u16,               \
    [P2P_U32] = coll_##op##_u32, [P2P_U64] = coll_##op##_u64, REALS(op)
#define REALS(op)                                                                                      \
    [P2P_FLOAT] = coll_##op##_float, [P2P_DOUBLE] = coll_##op##_double,                                \
    [P2P_LONG_DOUBLE] = coll_##op##_long_double
#define NUMBERS(op)                                                                                    \
    INTEGERS(op), REALS(op), [P2P_FLOAT_COMPLEX] = coll_##op##_float_complex,                          \
    [P2P_DOUBLE_COMPLEX] = coll_##op##_double_complex,                                                 \
    [P2P_LONG_DOUBLE_COMPLEX] = coll_##op##_long_double_complex
#define LOGICALS(op)                                                                                   \
    INTEGERS(op), [P2P_LOGICAL8] = coll_##op##_8, [P2P_LOGICAL16] = coll_##op##_16,                    \
    [P2P_LOGICAL32] = coll_##op##_32, [P2P_LOGICAL64] = coll_##op##_64
#define PAIRS(op)                                                                                      \
    [P2P_FLOAT_INT] = coll_##op##_float_int, [P2P_DOUBLE_INT] = coll_##op##_double_int,                \
    [P2P_LONG_INT] = coll_##op##_long_int, [P2P_2INT] = coll_##op##_2int,                              \
    [P2P_SHORT_INT] = coll_##op##_short_int, [P2P_LONG_DOUBLE_INT] = coll_##op##_long_double_int,      \
    [P2P_2FLOAT] = coll_##op##_2float, [P2P_2DOUBLE] = coll_##op##_2double

enum { COLL_FIRST_OP = 0x21, COLL_OPS = 0x19 };

#define OP(handle) [(handle) - COLL_FIRST_OP]

static coll_kernel *const coll_kernels[COLL_OPS][P2P_CLASSES] = {
    OP(0x21) = {NUMBERS(sum)},
    OP(0x22) = {ORDERED(min)},
    OP(0x23) = {ORDERED(max)},
    OP(0x24) = {NUMBERS(prod)},
    OP(0x28) = {INTEGERS(band), [P2P_BYTE] = coll_band_8},
    OP(0x29) = {INTEGERS(bor), [P2P_BYTE] = coll_bor_8},
    OP(0x2a) = {INTEGERS(bxor), [P2P_BYTE] = coll_bxor_8},
    OP(0x30) = {LOGICALS(land)},
    OP(0x31) = {LOGICALS(lor)},
    OP(0x32) = {LOGICALS(lxor)},
    OP(0x38) = {PAIRS(minloc)},
    OP(0x39) = {PAIRS(maxloc)},
};

coll_kernel *coll_find_kernel(MPI_Op op, enum p2p_class class)
{
    uintptr_t index = (uintptr_t)op - COLL_FIRST_OP;
    return index < COLL_OPS ? coll_kernels[index][class] : NULL;
}
