// printf's %f, %e and %g: exact digits, rounded as C99 requires, with sign, point, exponent and padding.
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

// Writes `count` digits of the number from digit `from` on. Digits outside the number are 0.
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

// The parts of a printed number.
struct layout {
    int whole, fraction; // digits before and after the point
    bool point;
    int from;            // the first printed digit of the number
    char exponent[8];    // as "e+1234", or empty
};

static void exponent_text(char *to, char e, int value)
{
    unsigned size = value < 0 ? (unsigned)-value : (unsigned)value;
    *to++ = e;
    *to++ = value < 0 ? '-' : '+';
    if (size >= 1000)
        *to++ = (char)('0' + size / 1000);
    if (size >= 100)
        *to++ = (char)('0' + size / 100 % 10);
    *to++ = (char)('0' + size / 10 % 10);
    *to++ = (char)('0' + size % 10);
    *to = '\0';
}

// The same for the exponent after hexadecimal digits: C writes it without leading zeros.
static void binary_exponent_text(char *to, char p, int value)
{
    unsigned size = value < 0 ? (unsigned)-value : (unsigned)value, part = 10000;
    *to++ = p;
    *to++ = value < 0 ? '-' : '+';
    while (part > 1 && size < part)
        part /= 10;
    for (; part; part /= 10)
        *to++ = (char)('0' + size / part % 10);
    *to = '\0';
}

static void lay_out(struct layout *to, const struct conversion *how, struct decimal *number)
{
    bool general = how->kind == 'g' || how->kind == 'G', fixed = how->kind == 'f' || how->kind == 'F';
    int precision = how->precision < 0 ? 6 : how->precision;
    if (general)
        __decimal_round(number, precision = precision ? precision : 1);
    else
        __decimal_round(number, fixed ? (precision < INT_MAX - 5000 ? number->point + precision : INT_MAX) : precision + 1);
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

static char sign_of(const struct conversion *how, bool negative)
{
    return negative ? '-' : how->plus ? '+' : how->space ? ' ' : '\0';
}

// Prints text with a sign, padded. "inf" and "nan" take no zeros.
static int print_text(FILE *file, const struct conversion *how, char sign, const char *text)
{
    int length = (int)strlen(text) + (sign != '\0');
    int pad = how->width > length ? how->width - length : 0;
    bool done = fill(file, ' ', how->left ? 0 : pad) && (!sign || __stream_write(&sign, 1, file) == 1) &&
                __stream_write(text, strlen(text), file) == strlen(text) && fill(file, ' ', how->left ? pad : 0);
    return done ? length + pad : -1;
}

// Prints "nan" or "inf". Returns -2 if it is neither.
static int print_other(FILE *file, const struct conversion *how, char sign, bool nan, bool infinite)
{
    bool small = how->kind >= 'a';
    return nan ? print_text(file, how, sign, small ? "nan" : "NAN") : infinite ? print_text(file, how, sign, small ? "inf" : "INF") : -2;
}

static int print_number(FILE *file, const struct conversion *how, char sign, struct decimal number)
{
    struct layout layout;
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

int __format_double(FILE *file, const struct conversion *how, double value)
{
    char digits[DECIMAL_DIGITS], sign = sign_of(how, __builtin_signbit(value));
    int other = print_other(file, how, sign, __builtin_isnan(value), __builtin_isinf(value));
    if (other != -2)
        return other;
    struct decimal number = {.digits = digits};
    __decimal_of(&number, __binary_of_double(value));
    return print_number(file, how, sign, number);
}

int __format_long_double(FILE *file, const struct conversion *how, long double value)
{
    static char digits[DECIMAL_LONG_DIGITS]; // too much for a small stack
    char sign = sign_of(how, __builtin_signbit(value));
    int other = print_other(file, how, sign, __builtin_isnan(value), __builtin_isinf(value));
    if (other != -2)
        return other;
    struct decimal number = {.digits = digits, .is_long = true};
    __decimal_of(&number, __binary_of_long_double(value));
    return print_number(file, how, sign, number);
}

// A finite long double: its hexadecimal digits, the first of them before the point, and its exponent.
struct hexadecimal {
    unsigned char digit[29];
    int exponent;
};

static struct hexadecimal hexadecimal_of(long double value)
{
    struct binary binary = __binary_of_long_double(value);
    bool zero = !(binary.high | binary.low), normal = binary.high >> 56 & 1;
    struct hexadecimal made = {.exponent = zero ? 0 : binary.exponent + 112};
    made.digit[0] = normal;
    for (int i = 0; i < 14; i++) {
        made.digit[1 + i] = (unsigned char)(binary.high >> (52 - 4 * i) & 15);
        made.digit[15 + i] = (unsigned char)(binary.low >> (52 - 4 * i) & 15);
    }
    return made;
}

// Rounds to `digits` digits after the point, half to even.
static void round_hexadecimal(struct hexadecimal *number, int digits)
{
    bool rest = false;
    for (int i = digits + 2; i < 29; i++)
        rest |= number->digit[i] != 0;
    int next = number->digit[digits + 1];
    bool up = next > 8 || (next == 8 && (rest || (number->digit[digits] & 1)));
    for (int i = digits; up && i >= 0; i--) {
        number->digit[i]++;
        up = i > 0 && number->digit[i] == 16;
        if (up)
            number->digit[i] = 0;
    }
}

int __format_long_hexadecimal(FILE *file, const struct conversion *how, long double value)
{
    bool small = how->kind >= 'a';
    char sign = sign_of(how, __builtin_signbit(value));
    int other = print_other(file, how, sign, __builtin_isnan(value), __builtin_isinf(value));
    if (other != -2)
        return other;
    struct hexadecimal number = hexadecimal_of(value);
    int shown = 28;
    if (how->precision >= 0 && how->precision < 28)
        round_hexadecimal(&number, shown = how->precision);
    while (how->precision < 0 && shown > 0 && number.digit[shown] == 0)
        shown--;
    int zeros = how->precision > 28 ? how->precision - 28 : 0;
    char text[48], *at = text, tail[8];
    *at++ = '0';
    *at++ = small ? 'x' : 'X';
    char *digits = at;
    *at++ = (char)('0' + number.digit[0]);
    if (shown || zeros || how->alternate)
        *at++ = '.';
    for (int i = 1; i <= shown; i++)
        *at++ = (small ? "0123456789abcdef" : "0123456789ABCDEF")[number.digit[i]];
    binary_exponent_text(tail, small ? 'p' : 'P', number.exponent);
    size_t prefix = (size_t)(digits - text), body = (size_t)(at - digits), end = strlen(tail);
    int length = (sign != '\0') + (int)(prefix + body + end) + zeros;
    int pad = how->width > length ? how->width - length : 0;
    bool inside = how->zero && !how->left;
    bool done = fill(file, ' ', inside || how->left ? 0 : pad) && (!sign || __stream_write(&sign, 1, file) == 1) &&
                __stream_write(text, prefix, file) == prefix && fill(file, '0', inside ? pad : 0) &&
                __stream_write(digits, body, file) == body && fill(file, '0', zeros) &&
                __stream_write(tail, end, file) == end && fill(file, ' ', how->left ? pad : 0);
    return done ? length + pad : -1;
}
