// The exact decimal form of a number, to the last digit.
#ifndef RANKINE_GLUE_DECIMAL_H
#define RANKINE_GLUE_DECIMAL_H

#include <stdbool.h>
#include <stdint.h>

// The parts of a finite number, without its sign: (high * 2^BINARY_LOW_BITS + low) * 2^exponent.
enum { BINARY_LOW_BITS = 56 };

struct binary {
    uint64_t high, low;  // each less than 2^BINARY_LOW_BITS, or 2^57
    int exponent;
};

struct binary __binary_of_double(double value);
struct binary __binary_of_long_double(long double value);

// The smallest double has 1074 digits after the point, of which 767 matter; the largest has 309 before it. For a long double
// (binary128), these are 16494, 11563 and 4933. Room for that, and for the zeros around it in words of nine digits:
enum { DECIMAL_DIGITS = 1440, DECIMAL_LONG_DIGITS = 16650 };

struct decimal {
    int count;     // digits, the first of them not 0; 0: the number is 0
    int point;     // digits before the decimal point; negative: zeros after it
    char *digits;
    bool is_long;  // `digits` has room for DECIMAL_LONG_DIGITS; else for DECIMAL_DIGITS, enough for a double
};

// `to->digits` must have room.
void __decimal_of(struct decimal *to, struct binary value);

// 128 bits, the lowest limb first.
struct integer {
    uint32_t limb[4];
};

// Computes number * 2^exponent of the decimal 0.d1d2d3... * 10^point, whose first digit is not 0: with 116 bits or more, or with an
// exponent of -16500 or less. Returns whether a part of a unit is left. `point` is between -5000 and 4940, `count` at most 11701.
bool __integer_of_decimal(struct integer *number, int *exponent, const char *digits, int count, int point);

// Rounds to `digits` digits, half to even.
void __decimal_round(struct decimal *number, int digits);

#endif
