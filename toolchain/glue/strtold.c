// strtold, rounded to nearest as IEEE 754 requires, for every text: picolibc 1.8 keeps only some of the digits.
#include "decimal.h"
#include "host.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

// binary128: 113 bits of mantissa; the exponent of its last bit is at least EXPONENT_MIN.
enum { MANTISSA_BITS = 113, EXPONENT_MIN = -16494, EXPONENT_BIAS = 16495, EXPONENT_INFINITE = 0x7fff };

// Rounding needs no more digits, only whether all later ones are 0.
enum { DIGITS_MAX = 11700 };

static int bit_length(const struct integer *number)
{
    for (int i = 3; i >= 0; i--)
        if (number->limb[i])
            return 32 * i + 32 - __builtin_clz(number->limb[i]);
    return 0;
}

static void shift_up(struct integer *number, int bits)
{
    for (; bits > 0; bits -= bits < 31 ? bits : 31) {
        int part = bits < 31 ? bits : 31;
        for (int i = 3; i >= 0; i--)
            number->limb[i] = number->limb[i] << part | (i ? (uint32_t)((uint64_t)number->limb[i - 1] << part >> 32) : 0);
    }
}

// Returns whether a set bit was shifted out.
static bool shift_down(struct integer *number, int bits)
{
    bool lost = false;
    for (; bits > 0; bits -= bits < 31 ? bits : 31) {
        int part = bits < 31 ? bits : 31;
        lost |= (number->limb[0] & ((1u << part) - 1)) != 0;
        for (int i = 0; i < 4; i++)
            number->limb[i] = number->limb[i] >> part | (i < 3 ? (uint32_t)((uint64_t)number->limb[i + 1] << (32 - part)) : 0);
    }
    return lost;
}

// Rounds number * 2^exponent; if `more`, the value is larger by less than one unit. Sets errno if it is out of range.
static long double rounded(struct integer number, int exponent, bool more)
{
    int length = bit_length(&number), drop = length - MANTISSA_BITS;
    drop = drop > EXPONENT_MIN - exponent ? drop : EXPONENT_MIN - exponent;
    bool inexact = more;
    if (drop > 0) {
        drop = drop < 127 ? drop : 127;
        more |= shift_down(&number, drop - 1);
        bool half = number.limb[0] & 1;
        shift_down(&number, 1);
        inexact = more || half;
        for (int i = 0; half && (more || (number.limb[0] & 1) || i) && i < 4; i++) {
            number.limb[i]++;
            if (number.limb[i])
                break;
        }
        exponent += drop;
    } else {
        int up = -drop < MANTISSA_BITS ? -drop : MANTISSA_BITS;
        shift_up(&number, up);
        exponent -= up;
    }
    length = bit_length(&number);
    if (length > MANTISSA_BITS) {
        shift_down(&number, 1);
        exponent++;
    }
    int field = length < MANTISSA_BITS ? 0 : exponent + EXPONENT_BIAS;
    if (length == 0)
        field = 0;
    if (field >= EXPONENT_INFINITE) {
        errno = ERANGE;
        return __builtin_infl();
    }
    if (field == 0 && inexact)
        errno = ERANGE;
    number.limb[3] = (number.limb[3] & 0xffff) | (uint32_t)field << 16;
    long double value;
    memcpy(&value, number.limb, sizeof value);
    return value;
}

// Reads an exponent after `e` or `p`, if there is one. Limits it far outside the range. Moves `at`.
static long read_exponent(const char **at, int letter)
{
    const char *digit = *at + 1;
    if (tolower((unsigned char)**at) != letter)
        return 0;
    bool negative = *digit == '-';
    digit += *digit == '-' || *digit == '+';
    if (!isdigit((unsigned char)*digit))
        return 0;
    long value = 0;
    for (; isdigit((unsigned char)*digit); digit++)
        value = value < 100000000 ? 10 * value + *digit - '0' : value;
    *at = digit;
    return negative ? -value : value;
}

static long within(long value, long limit)
{
    return value > limit ? limit : value < -limit ? -limit : value;
}

static int hexadecimal_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// Reads the digits after `0x`. Moves `at`, or sets it to NULL if there is no digit.
static long double read_hexadecimal(const char **at)
{
    struct integer number = {{0}};
    long exponent = 0;
    bool more = false, point = false, any = false;
    const char *next = *at;
    for (;; next++) {
        int digit = hexadecimal_digit(*next);
        if (digit < 0 && (*next != '.' || point))
            break;
        if (digit < 0) {
            point = true;
            continue;
        }
        any = true;
        exponent -= point ? 4 : 0;
        if (number.limb[3] >> 24) {
            more |= digit != 0;
            exponent += 4;
            continue;
        }
        shift_up(&number, 4);
        number.limb[0] |= (uint32_t)digit;
    }
    *at = any ? next : NULL;
    if (!any)
        return 0;
    exponent += read_exponent(at, 'p');
    return bit_length(&number) == 0 ? 0 : rounded(number, (int)within(exponent, 100000), more);
}

static long double read_decimal(const char **at)
{
    static char digits[DIGITS_MAX + 1];
    int count = 0;
    long point = 0;
    bool more = false, behind = false, any = false;
    const char *next = *at;
    for (; isdigit((unsigned char)*next) || (*next == '.' && !behind); next++) {
        if (*next == '.') {
            behind = true;
            continue;
        }
        any = true;
        if (count == 0 && *next == '0') {
            point -= behind;
            continue;
        }
        point += !behind;
        if (count < DIGITS_MAX)
            digits[count++] = *next;
        else
            more |= *next != '0';
    }
    *at = any ? next : NULL;
    if (!any)
        return 0;
    point += read_exponent(at, 'e');
    if (count == 0)
        return 0;
    if (more)
        digits[count++] = '1';
    struct integer number = {{1}};
    if (point > 4940 || point < -5000) // out of range, however it is rounded
        return rounded(number, point > 0 ? 100000 : -100000, false);
    int exponent;
    bool rest = __integer_of_decimal(&number, &exponent, digits, count, (int)point);
    return rounded(number, exponent, rest);
}

static bool is_word(const char *at, const char *word)
{
    for (; *word; at++, word++)
        if (tolower((unsigned char)*at) != *word)
            return false;
    return true;
}

// Reads a word for infinity or NaN. Moves `at`, or sets it to NULL.
static long double read_word(const char **at)
{
    if (is_word(*at, "inf")) {
        *at += is_word(*at, "infinity") ? 8 : 3;
        return __builtin_infl();
    }
    if (!is_word(*at, "nan")) {
        *at = NULL;
        return 0;
    }
    *at += 3;
    if (**at == '(') {
        const char *end = *at + 1;
        while (isalnum((unsigned char)*end) || *end == '_')
            end++;
        *at = *end == ')' ? end + 1 : *at;
    }
    return __builtin_nanl("");
}

PUBLIC long double strtold(const char *restrict text, char **restrict end)
{
    const char *at = text;
    while (isspace((unsigned char)*at))
        at++;
    bool negative = *at == '-';
    at += *at == '-' || *at == '+';
    const char *begin = at;
    long double value;
    if (isalpha((unsigned char)*at)) {
        value = read_word(&at);
    } else if (is_word(at, "0x")) {
        at += 2;
        value = read_hexadecimal(&at);
        if (at == NULL) {
            at = begin + 1; // the 0
            value = 0;
        }
    } else {
        value = read_decimal(&at);
    }
    if (end != NULL)
        *end = (char *)(at == NULL ? text : at);
    return at != NULL && negative ? -value : value;
}
