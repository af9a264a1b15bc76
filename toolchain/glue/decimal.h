// A double as the decimal number that it is, to the last digit.
#ifndef RANKINE_GLUE_DECIMAL_H
#define RANKINE_GLUE_DECIMAL_H

// The smallest double has 1074 digits behind the point, of which 767 count; the largest 309 before it.
enum { DECIMAL_WORDS = 160 };

struct decimal {
    int count; // digits, the first of them not 0; none: the number is 0
    int point; // digits before the decimal point; below 0: zeros behind it
    char digits[9 * DECIMAL_WORDS];
};

// Of a finite number; its sign does not count.
void __decimal_of(struct decimal *to, double value);

// To so many digits, half to even.
void __decimal_round(struct decimal *number, int digits);

#endif
