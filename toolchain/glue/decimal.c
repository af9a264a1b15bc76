// Doubles to decimal digits, exactly: a mantissa times or divided by powers of two, in words of nine digits.
#include "decimal.h"

#include <stdint.h>
#include <string.h>

enum { WORD = 1000000000, LEFT_BITS = 29, RIGHT_BITS = 9 }; // a word is a multiple of 2^9

struct words {
    int first, end, units; // from the highest; `units` is the last before the point
    uint32_t word[DECIMAL_WORDS];
};

static void shift_left(struct words *number, int bits)
{
    uint64_t carry = 0;
    for (int i = number->end - 1; i >= number->first; i--) {
        uint64_t value = ((uint64_t)number->word[i] << bits) + carry;
        number->word[i] = (uint32_t)(value % WORD);
        carry = value / WORD;
    }
    if (carry)
        number->word[--number->first] = (uint32_t)carry;
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

// The integer `mantissa` times 2^exponent. Large numbers grow to the left, small ones to the right.
static void scale(struct words *number, uint64_t mantissa, int exponent)
{
    number->units = exponent > 0 ? 40 : 2;
    number->first = number->units - 1;
    number->end = number->units + 1;
    number->word[number->first] = (uint32_t)(mantissa / WORD);
    number->word[number->units] = (uint32_t)(mantissa % WORD);
    for (int left = exponent; left > 0; left -= LEFT_BITS)
        shift_left(number, left < LEFT_BITS ? left : LEFT_BITS);
    for (int right = -exponent; right > 0; right -= RIGHT_BITS)
        shift_right(number, right < RIGHT_BITS ? right : RIGHT_BITS);
}

void __decimal_of(struct decimal *to, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int exponent = (int)(bits >> 52 & 0x7ff);
    uint64_t mantissa = (bits & ((1ull << 52) - 1)) | (exponent ? 1ull << 52 : 0);
    to->count = to->point = 0;
    if (!mantissa)
        return;
    exponent = (exponent ? exponent : 1) - 1075;
    for (; !(mantissa & 1) && exponent < 0; exponent++)
        mantissa >>= 1;
    struct words number;
    scale(&number, mantissa, exponent);
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
