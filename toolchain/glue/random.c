// rand and random return the same numbers as on Linux, so that programs print the same: an additive feedback generator r[i] =
// r[i-3] + r[i-31] (Knuth 1997, §3.2.2), seeded by a linear congruential one.
#include "host.h"

#include <stdbool.h>
#include <stdlib.h>

enum { LONG = 31, SHORT = 3, FIRST_OUTPUTS = 310, MULTIPLIER = 16807, MODULUS = 2147483647 };

static uint32_t state[LONG];
static int next; // the oldest number, which the new one replaces
static bool seeded;

static long draw(void)
{
    int other = next >= SHORT ? next - SHORT : next - SHORT + LONG;
    state[next] += state[other];
    uint32_t value = state[next];
    next = next + 1 < LONG ? next + 1 : 0;
    return (long)(value >> 1);
}

static void seed_with(unsigned seed)
{
    seeded = true;
    int32_t word = (int32_t)(seed ? seed : 1);
    for (int i = 0; i < LONG; i++) {
        state[i] = (uint32_t)word;
        int64_t product = (int64_t)MULTIPLIER * word % MODULUS;
        word = (int32_t)(product < 0 ? product + MODULUS : product);
    }
    next = SHORT;
    for (int i = 0; i < FIRST_OUTPUTS; i++)
        draw();
}

static long drawn(void)
{
    if (!seeded)
        seed_with(1);
    return draw();
}

PUBLIC void srand(unsigned seed)
{
    seed_with(seed);
}

PUBLIC int rand(void)
{
    return (int)drawn();
}

PUBLIC void srandom(unsigned seed)
{
    seed_with(seed);
}

PUBLIC long random(void)
{
    return drawn();
}
