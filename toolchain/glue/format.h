// A conversion of printf: format.c parses it, float.c prints it.
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

// Print %f, %e or %g of a number, to the last digit. Return the number of characters, or -1.
int __format_double(FILE *file, const struct conversion *how, double value);
int __format_long_double(FILE *file, const struct conversion *how, long double value);

// The same for %La.
int __format_long_hexadecimal(FILE *file, const struct conversion *how, long double value);

// For %n: stores `count` at `to`, in the length (hh, l …) with which the text begins.
void __format_store_count(const char *length, void *to, int count);

#endif
