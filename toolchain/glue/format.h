// A conversion of printf, as format.c reads it and float.c prints it.
#ifndef RANKINE_GLUE_FORMAT_H
#define RANKINE_GLUE_FORMAT_H

#include <stdbool.h>
#include <stdio.h>

// One conversion: %[flags][width][.precision][length]kind.
struct conversion {
    bool left, plus, space, alternate, zero;
    int width, precision; // -1: none given
    char length[3];
    char kind;
};

// %f, %e or %g of a number, to the last digit: the characters written, or -1.
int __format_double(FILE *file, const struct conversion *how, double value);
int __format_long_double(FILE *file, const struct conversion *how, long double value);

// The same of %La.
int __format_long_hexadecimal(FILE *file, const struct conversion *how, long double value);

// For %n: stores `count` at `to`, as the length (hh, l …) that the text begins with says.
void __format_store_count(const char *length, void *to, int count);

#endif
