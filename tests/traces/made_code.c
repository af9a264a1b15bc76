/* Code that a program makes while it runs: several versions at one place, some with instructions of two
 * bytes, and more pages of code than a hart keeps decoded. Prints a number that depends on all of it. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 4096, PAGES = 1500, VERSIONS = 20 };

static const uint16_t increment = 0x0505, ret = 0x8082; /* c.addi a0, 1; c.jr ra */
static const uint32_t square = 0x02a50533;              /* mul a0, a0, a0 */

static uint32_t place[64] __attribute__((aligned(PAGE)));

static void fence_i(void) { __asm__ volatile(".option push\n.option arch, +zifencei\nfence.i\n.option pop" ::: "memory"); }

static uint8_t *put(uint8_t *at, const void *code, size_t bytes) {
    memcpy(at, code, bytes);
    return at + bytes;
}

static long call(void *code, long x) { return ((long (*)(long))code)(x); }

int main(void) {
    long x = 0;
    for (int version = 0; version < VERSIONS; version++) {
        uint8_t *at = (uint8_t *)place;
        for (int i = 0; i < version % 7; i++)
            at = put(at, &increment, sizeof increment);
        if (version % 2 == 1)
            at = put(at, &square, sizeof square);
        put(at, &ret, sizeof ret);
        fence_i();
        x += call(place, version);
    }
    uint8_t *pages = malloc(PAGES * PAGE);
    if (!pages)
        return 1;
    for (int i = 0; i < PAGES; i++)
        put(put(pages + i * PAGE, &increment, sizeof increment), &ret, sizeof ret);
    fence_i();
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < PAGES; i++)
            x = call(pages + i * PAGE, x);
    printf("%ld\n", x);
    free(pages);
    return 0;
}
