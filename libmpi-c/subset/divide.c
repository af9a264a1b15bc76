// TMD-MPI: division as in the compiler library for MicroBlazes without a divider. Skips leading zeros, then takes the other bits one by
// one, whichever of the two numbers is larger. Quotient and remainder are two calls.
#include "subset/divide.h"

struct division {
    uint32_t quotient, remainder;
};

static inline __attribute__((always_inline)) struct division subset_divide(uint32_t value, uint32_t by)
{
    struct division division = {0, 0};
    unsigned bits = value != 0 ? 32 : 0;
    for (; bits > 0 && (int32_t)value >= 0; bits--)
        value += value;
    for (; bits > 0; bits--) {
        // Gets the highest bit by a carry: a shift by 31 places would be 31 shifts.
        uint32_t carry = __builtin_add_overflow(value, value, &value);
        division.remainder += division.remainder + carry;
        division.quotient += division.quotient;
        if (division.remainder >= by) {
            division.remainder -= by;
            division.quotient++;
        }
    }
    return division;
}

uint32_t subset_quotient(uint32_t value, uint32_t by)
{
    return subset_divide(value, by).quotient;
}

uint32_t subset_remainder(uint32_t value, uint32_t by)
{
    return subset_divide(value, by).remainder;
}
