// Single precision in software as compilers' libraries had it when the thesis was written: operands are taken apart into records, these
// are worked on bit by bit, and the result is rounded to the nearest and put together. libgcc's of today works on words as they are,
// and is much faster. Stands in front of the Jacobi program, whose additions, subtractions and multiplications then call these.
#include <stdint.h>

enum kind { ZERO, NUMBER, INFINITE, NOT_A_NUMBER };

// A number is fraction * 2^(exponent - TOP), with bit TOP of the fraction set; GUARDS bits below what is kept, the lowest of which
// says whether anything below it was lost.
enum { GUARDS = 7, TOP = 23 + GUARDS, BIAS = 127, LEAST = 1 - BIAS, MOST = 127 };

struct record {
    enum kind kind;
    uint32_t negative;
    int exponent;
    uint32_t fraction;
};

union word {
    float value;
    uint32_t bits;
};

float __addsf3(float a, float b);
float __subsf3(float a, float b);
float __mulsf3(float a, float b);

static void take_apart(float value, struct record *to)
{
    union word word = {value};
    uint32_t fraction = word.bits & 0x7fffff;
    int exponent = (word.bits >> 23) & 0xff;
    to->negative = word.bits >> 31;
    to->exponent = exponent - BIAS;
    to->fraction = fraction << GUARDS;
    if (exponent == 0xff) {
        to->kind = fraction != 0 ? NOT_A_NUMBER : INFINITE;
    } else if (exponent != 0) {
        to->kind = NUMBER;
        to->fraction |= (uint32_t)1 << TOP;
    } else if (fraction == 0) {
        to->kind = ZERO;
    } else {
        to->kind = NUMBER;
        for (to->exponent = LEAST; (to->fraction >> TOP) == 0; to->exponent--)
            to->fraction <<= 1;
    }
}

static uint32_t halved(uint32_t fraction)
{
    return fraction >> 1 | (fraction & 1);
}

static float put_together(const struct record *from)
{
    uint32_t fraction = from->fraction, sign = from->negative << 31;
    int exponent = from->exponent;
    union word word;
    word.bits = sign;
    if (from->kind == NOT_A_NUMBER) {
        word.bits = 0x7fc00000;
    } else if (from->kind == INFINITE) {
        word.bits = sign | 0x7f800000;
    } else if (from->kind == NUMBER) {
        for (; exponent < LEAST && fraction > 1; exponent++)
            fraction = halved(fraction);
        uint32_t half = (uint32_t)1 << (GUARDS - 1), rest = fraction & (2 * half - 1);
        fraction >>= GUARDS;
        if (rest > half || (rest == half && (fraction & 1) != 0))
            fraction++;
        if (fraction >> 24 != 0) {
            fraction >>= 1;
            exponent++;
        }
        uint32_t field = fraction >> 23 != 0 ? (uint32_t)(exponent + BIAS) : 0;
        word.bits = exponent > MOST ? sign | 0x7f800000 : sign | field << 23 | (fraction & 0x7fffff);
    }
    return word.value;
}

// Moves the smaller number's fraction until both have one exponent.
static void align(struct record *small, int exponent)
{
    for (; small->exponent < exponent && small->fraction > 1; small->exponent++)
        small->fraction = halved(small->fraction);
    small->exponent = exponent;
}

static void add_numbers(struct record *a, struct record *b, struct record *sum)
{
    align(a, a->exponent < b->exponent ? b->exponent : a->exponent);
    align(b, a->exponent);
    *sum = *a;
    if (a->negative == b->negative) {
        sum->fraction = a->fraction + b->fraction;
        if (sum->fraction >> (TOP + 1) != 0) {
            sum->fraction = halved(sum->fraction);
            sum->exponent++;
        }
        return;
    }
    int is_less = a->fraction < b->fraction;
    sum->fraction = is_less ? b->fraction - a->fraction : a->fraction - b->fraction;
    sum->negative = is_less ? b->negative : a->negative;
    if (sum->fraction == 0) {
        sum->kind = ZERO;
        sum->negative = 0;
        return;
    }
    for (; sum->fraction >> TOP == 0; sum->exponent--)
        sum->fraction <<= 1;
}

static void add_records(struct record *a, struct record *b, struct record *sum)
{
    if (a->kind == NUMBER && b->kind == NUMBER) {
        add_numbers(a, b, sum);
    } else if (a->kind == b->kind && a->kind != NOT_A_NUMBER && a->negative != b->negative) {
        sum->kind = a->kind == INFINITE ? NOT_A_NUMBER : ZERO;
        sum->negative = 0;
    } else {
        *sum = a->kind >= b->kind ? *a : *b;
    }
}

static float add(float x, float y, int is_difference)
{
    struct record a, b, sum;
    take_apart(x, &a);
    take_apart(y, &b);
    b.negative ^= is_difference;
    add_records(&a, &b, &sum);
    return put_together(&sum);
}

float __addsf3(float x, float y)
{
    return add(x, y, 0);
}

float __subsf3(float x, float y)
{
    return add(x, y, 1);
}

float __mulsf3(float x, float y)
{
    struct record a, b, product;
    take_apart(x, &a);
    take_apart(y, &b);
    product = a.kind >= b.kind ? a : b;
    product.negative = a.negative ^ b.negative;
    if (product.kind == INFINITE && (a.kind == ZERO || b.kind == ZERO)) {
        product.kind = NOT_A_NUMBER;
    } else if (product.kind == NUMBER && (a.kind == ZERO || b.kind == ZERO)) {
        product.kind = ZERO;
    } else if (product.kind == NUMBER) {
        uint64_t bits = (uint64_t)a.fraction * b.fraction;
        product.exponent = a.exponent + b.exponent;
        product.fraction = (uint32_t)(bits >> TOP) | ((uint32_t)bits << (32 - TOP) != 0);
        if (product.fraction >> (TOP + 1) != 0) {
            product.fraction = halved(product.fraction);
            product.exponent++;
        }
    }
    return put_together(&product);
}
