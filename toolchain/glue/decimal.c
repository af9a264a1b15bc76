// Converts binary numbers to decimal digits, exactly: multiplies or divides a mantissa by powers of two, in words of nine digits.
#include "decimal.h"

#include <string.h>

enum { WORD = 1000000000, WORD_DIGITS = 9, LEFT_BITS = 29, RIGHT_BITS = 9 }; // a word is a multiple of 2^9
enum { WORDS = 160, LONG_WORDS = 3200, LONG_UNITS = 560 };

struct words {
    int first, end, units; // indices, from the highest word; `units` is the last word before the point
    uint32_t *word;
};

static uint32_t long_words[LONG_WORDS]; // too much for a small stack

static void shift_left(struct words *number, int bits)
{
    // 2^60 / WORD: a division of 64 bits takes RV32 hundreds of instructions.
    const uint32_t reciprocal = (uint32_t)((1ull << 60) / WORD);
    uint32_t carry = 0;
    for (int i = number->end - 1; i >= number->first; i--) {
        uint64_t value = ((uint64_t)number->word[i] << bits) + carry;
        // The quotient, or one or two less.
        carry = (uint32_t)((value >> 29) * reciprocal >> 31);
        uint32_t rest = (uint32_t)(value - (uint64_t)carry * WORD);
        for (; rest >= WORD; rest -= WORD)
            carry++;
        number->word[i] = rest;
    }
    if (carry)
        number->word[--number->first] = carry;
}

static void shift_right(struct words *number, int bits)
{
    uint32_t carry = 0;
    for (int i = number->first; i < number->end; i++) {
        uint32_t rest = number->word[i] & ((1u << bits) - 1);
        number->word[i] = (number->word[i] >> bits) + carry;
        carry = (WORD >> bits) * rest;
    }
    if (carry)
        number->word[number->end++] = carry;
    while (number->first < number->units && !number->word[number->first])
        number->first++;
}

static void shift_left_by(struct words *number, int bits)
{
    for (; bits > 0; bits -= LEFT_BITS)
        shift_left(number, bits < LEFT_BITS ? bits : LEFT_BITS);
}

// Adds a value of two words or less.
static void add(struct words *number, uint64_t value)
{
    for (int i = number->units; value; i--) {
        if (i < number->first)
            number->word[--number->first] = 0;
        value += number->word[i];
        number->word[i] = (uint32_t)(value % WORD);
        value /= WORD;
    }
}

// Computes value. Large numbers grow to the left from `units`, which leaves room there; small ones grow to the right.
static void scale(struct words *number, struct binary value, bool is_long)
{
    number->units = value.exponent <= 0 ? 4 : is_long ? LONG_UNITS : 40;
    number->first = number->end = number->units + 1;
    if (value.high) {
        add(number, value.high);
        shift_left_by(number, BINARY_LOW_BITS);
    }
    add(number, value.low);
    number->end = number->units + 1;
    shift_left_by(number, value.exponent);
    for (int right = -value.exponent; right > 0; right -= RIGHT_BITS)
        shift_right(number, right < RIGHT_BITS ? right : RIGHT_BITS);
}

// Removes zeros after the mantissa of a number with a fraction, which would only be shifted out again.
static struct binary shortened(struct binary value)
{
    for (; !(value.low & 1) && value.exponent < 0; value.exponent++) {
        value.low = value.low >> 1 | (value.high & 1) << (BINARY_LOW_BITS - 1);
        value.high >>= 1;
    }
    return value;
}

struct binary __binary_of_double(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int exponent = (int)(bits >> 52 & 0x7ff);
    uint64_t mantissa = (bits & ((1ull << 52) - 1)) | (exponent ? 1ull << 52 : 0);
    return (struct binary){0, mantissa, (exponent ? exponent : 1) - 1075};
}

struct binary __binary_of_long_double(long double value)
{
    uint64_t bits[2]; // the lower half first
    memcpy(bits, &value, sizeof bits);
    int exponent = (int)(bits[1] >> 48 & 0x7fff);
    uint64_t top = (bits[1] & ((1ull << 48) - 1)) | (exponent ? 1ull << 48 : 0);
    return (struct binary){top << (64 - BINARY_LOW_BITS) | bits[0] >> BINARY_LOW_BITS,
                           bits[0] & ((1ull << BINARY_LOW_BITS) - 1), (exponent ? exponent : 1) - 16495};
}

void __decimal_of(struct decimal *to, struct binary value)
{
    uint32_t words[WORDS];
    to->count = to->point = 0;
    if (!(value.high | value.low))
        return;
    struct words number = {.word = to->is_long ? long_words : words};
    scale(&number, shortened(value), to->is_long);
    to->point = 9 * (number.units + 1 - number.first);
    for (int i = number.first; i < number.end; i++)
        for (uint32_t part = WORD / 10, rest = number.word[i]; part; rest %= part, part /= 10) {
            if (to->count || rest / part)
                to->digits[to->count++] = (char)('0' + rest / part);
            else
                to->point--;
        }
}

void __decimal_round(struct decimal *number, int digits)
{
    if (digits >= number->count)
        return;
    if (digits < 0) {
        number->count = 0;
        return;
    }
    const char *rest = number->digits + digits;
    int up = *rest > '5';
    if (*rest == '5') {
        up = digits && (rest[-1] & 1);
        for (int i = digits + 1; i < number->count && !up; i++)
            up = number->digits[i] != '0';
    }
    number->count = digits;
    if (!up)
        return;
    while (number->count && number->digits[number->count - 1] == '9')
        number->count--;
    if (number->count) {
        number->digits[number->count - 1]++;
        return;
    }
    number->digits[number->count++] = '1';
    number->point++;
}

// Puts the digits into words, at their distance from the point.
static void place_digits(struct words *number, const char *digits, int count, int point)
{
    // `above` keeps all powers of ten above 0 where they are divided.
    const int above = 20000 * WORD_DIGITS, highest = above + point - 1;
    number->units = LONG_UNITS;
    number->first = LONG_UNITS + above / WORD_DIGITS - highest / WORD_DIGITS;
    number->end = LONG_UNITS + above / WORD_DIGITS - (highest - count + 1) / WORD_DIGITS + 1;
    memset(number->word + number->first, 0, (size_t)(number->end - number->first) * sizeof number->word[0]);
    static const uint32_t powers[WORD_DIGITS] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};
    for (int i = 0; i < count; i++) {
        int power = highest - i;
        number->word[LONG_UNITS + above / WORD_DIGITS - power / WORD_DIGITS] += (uint32_t)(digits[i] - '0') * powers[power % WORD_DIGITS];
    }
}

// Returns the part before the point, which has four words or less.
static struct integer whole_part(const struct words *number)
{
    struct integer whole = {{0}};
    for (int i = number->first; i <= number->units; i++) {
        uint64_t carry = i < number->end ? number->word[i] : 0;
        for (int k = 0; k < 4; k++) {
            carry += (uint64_t)whole.limb[k] * WORD;
            whole.limb[k] = (uint32_t)carry;
            carry >>= 32;
        }
    }
    return whole;
}

bool __integer_of_decimal(struct integer *whole, int *exponent, const char *digits, int count, int point)
{
    enum { SHORT = 116, BITS_MIN = -16500 };
    struct words number = {.word = long_words};
    place_digits(&number, digits, count, point);
    for (*exponent = 0; number.units - number.first >= 4; *exponent += RIGHT_BITS)
        shift_right(&number, RIGHT_BITS);
    // Four words have less than 120 bits.
    for (;;) {
        *whole = number.first <= number.units ? whole_part(&number) : (struct integer){{0}};
        int have = 128;
        for (int i = 3; i >= 0 && !whole->limb[i]; i--)
            have -= 32;
        have -= have ? __builtin_clz(whole->limb[have / 32 - 1]) : 0;
        if (have >= SHORT || *exponent <= BITS_MIN)
            break;
        int bits = have == 0 ? LEFT_BITS : SHORT - have < LEFT_BITS ? SHORT - have : LEFT_BITS;
        while (number.end > number.first && number.word[number.end - 1] == 0 && number.end > number.units + 1)
            number.end--;
        shift_left(&number, bits);
        *exponent -= bits;
    }
    for (int i = number.first > number.units ? number.first : number.units + 1; i < number.end; i++)
        if (number.word[i])
            return true;
    return false;
}
