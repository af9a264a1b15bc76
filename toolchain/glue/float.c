// printf's %f, %e and %g: the digits that a number has, rounded as C99 asks, laid out with sign, point, exponent and padding.
#include "decimal.h"
#include "format.h"
#include "stream.h"

#include <limits.h>
#include <string.h>

static bool fill(FILE *file, char c, int count)
{
    char run[32];
    memset(run, c, sizeof run);
    for (; count > 0; count -= (int)sizeof run) {
        size_t part = count < (int)sizeof run ? (size_t)count : sizeof run;
        if (__stream_write(run, part, file) != part)
            return false;
    }
    return true;
}

// Digits of the number from `from` on, counted from its first; what lies outside them is 0.
static bool put_digits(FILE *file, const struct decimal *number, int from, int count)
{
    int before = from < 0 ? (count < -from ? count : -from) : 0;
    int at = from + before, rest = count - before;
    int inside = at < number->count ? number->count - at : 0;
    inside = inside < rest ? inside : rest;
    if (!fill(file, '0', before))
        return false;
    return (!inside || __stream_write(number->digits + at, (size_t)inside, file) == (size_t)inside) &&
           fill(file, '0', rest - inside);
}

// The parts of a number as it is printed.
struct layout {
    int whole, fraction; // digits before and behind the point
    bool point;
    int from;            // the number's digit that comes first
    char exponent[8];    // "e+12", or nothing
};

static void exponent_text(char *to, char e, int value)
{
    unsigned size = value < 0 ? (unsigned)-value : (unsigned)value;
    *to++ = e;
    *to++ = value < 0 ? '-' : '+';
    if (size >= 100)
        *to++ = (char)('0' + size / 100);
    *to++ = (char)('0' + size / 10 % 10);
    *to++ = (char)('0' + size % 10);
    *to = '\0';
}

static void lay_out(struct layout *to, const struct conversion *how, struct decimal *number)
{
    bool general = how->kind == 'g' || how->kind == 'G', fixed = how->kind == 'f' || how->kind == 'F';
    int precision = how->precision < 0 ? 6 : how->precision;
    if (general)
        __decimal_round(number, precision = precision ? precision : 1);
    else
        __decimal_round(number, fixed ? (precision < INT_MAX - 400 ? number->point + precision : INT_MAX) : precision + 1);
    int exponent = number->count ? number->point - 1 : 0;
    if (general) {
        fixed = exponent >= -4 && exponent < precision;
        precision -= fixed ? exponent + 1 : 1;
        int behind = number->count - (fixed ? number->count ? number->point : 0 : 1);
        while (!how->alternate && number->count && behind > 0 && number->digits[number->count - 1] == '0')
            number->count--, behind--;
        if (!how->alternate && precision > behind)
            precision = behind > 0 ? behind : 0;
    }
    to->whole = fixed && exponent > 0 ? exponent + 1 : 1;
    to->from = fixed && number->count ? number->point - to->whole : 0;
    to->fraction = precision;
    to->point = precision || how->alternate;
    to->exponent[0] = '\0';
    if (!fixed)
        exponent_text(to->exponent, how->kind >= 'a' ? 'e' : 'E', exponent);
}

static char sign_of(const struct conversion *how, double value)
{
    return __builtin_signbit(value) ? '-' : how->plus ? '+' : how->space ? ' ' : '\0';
}

// Text with a sign, padded; "inf" and "nan" take no zeros.
static int print_text(FILE *file, const struct conversion *how, char sign, const char *text)
{
    int length = (int)strlen(text) + (sign != '\0');
    int pad = how->width > length ? how->width - length : 0;
    bool done = fill(file, ' ', how->left ? 0 : pad) && (!sign || __stream_write(&sign, 1, file) == 1) &&
                __stream_write(text, strlen(text), file) == strlen(text) && fill(file, ' ', how->left ? pad : 0);
    return done ? length + pad : -1;
}

int __format_double(FILE *file, const struct conversion *how, double value)
{
    bool small = how->kind >= 'a';
    char sign = sign_of(how, value);
    if (__builtin_isnan(value))
        return print_text(file, how, sign, small ? "nan" : "NAN");
    if (__builtin_isinf(value))
        return print_text(file, how, sign, small ? "inf" : "INF");
    struct decimal number;
    struct layout layout;
    __decimal_of(&number, value);
    lay_out(&layout, how, &number);
    size_t tail = strlen(layout.exponent);
    int length = (sign != '\0') + layout.whole + layout.point + layout.fraction + (int)tail;
    int pad = how->width > length ? how->width - length : 0;
    bool zeros = how->zero && !how->left;
    bool done = fill(file, ' ', zeros || how->left ? 0 : pad) && (!sign || __stream_write(&sign, 1, file) == 1) &&
                fill(file, '0', zeros ? pad : 0) && put_digits(file, &number, layout.from, layout.whole) &&
                (!layout.point || __stream_write(".", 1, file) == 1) &&
                put_digits(file, &number, layout.from + layout.whole, layout.fraction) &&
                (!tail || __stream_write(layout.exponent, tail, file) == tail) &&
                fill(file, ' ', how->left ? pad : 0);
    return done ? length + pad : -1;
}
