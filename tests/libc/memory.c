// Tests memcpy, memmove, memset and memcmp at every misalignment and with many lengths, compared with loops over single bytes.
#include "check.h"

#include <string.h>

enum { SIZE = 200, MARGIN = 32 };
static unsigned char source[SIZE + 2 * MARGIN], target[SIZE + 2 * MARGIN], wanted[SIZE + 2 * MARGIN];

static void start(void)
{
    for (int i = 0; i < SIZE + 2 * MARGIN; i++) {
        source[i] = (unsigned char)(i * 7 + 3);
        target[i] = wanted[i] = (unsigned char)(i * 13 + 1);
    }
}

static int same(void)
{
    for (int i = 0; i < SIZE + 2 * MARGIN; i++)
        if (target[i] != wanted[i])
            return 0;
    return 1;
}

// Moves within one array, with overlap in both directions.
static void move(int to, int from, int length)
{
    start();
    unsigned char copy[SIZE + 2 * MARGIN];
    for (int i = 0; i < length; i++)
        copy[i] = target[from + i];
    for (int i = 0; i < length; i++)
        wanted[to + i] = copy[i];
    CHECK(memmove(target + to, target + from, (size_t)length) == target + to && same());
}

static void copy(int to, int from, int length)
{
    start();
    for (int i = 0; i < length; i++)
        wanted[to + i] = source[from + i];
    CHECK(memcpy(target + to, source + from, (size_t)length) == target + to && same());
}

static void set(int to, int length)
{
    start();
    for (int i = 0; i < length; i++)
        wanted[to + i] = 0xa5;
    CHECK(memset(target + to, 0x1a5, (size_t)length) == target + to && same());
}

static void compare(int to, int from, int length)
{
    memcpy(target + to, source + from, (size_t)length);
    CHECK(memcmp(target + to, source + from, (size_t)length) == 0);
    for (int at = 0; at < length; at += 5) {
        unsigned char was = target[to + at];
        target[to + at] = (unsigned char)(was ^ 0x80);
        CHECK((memcmp(target + to, source + from, (size_t)length) < 0) == ((was ^ 0x80) < was));
        target[to + at] = was;
    }
}

int main(void)
{
    static const int lengths[] = {0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 100, 129, 200};
    for (unsigned n = 0; n < sizeof lengths / sizeof lengths[0]; n++)
        for (int to = 0; to < 8; to++) {
            set(MARGIN + to - 8, lengths[n]);
            for (int from = 0; from < 8; from++) {
                copy(to + 8, from + 8, lengths[n]);
                compare(to, from, lengths[n]);
                move(to + 8, from + 8, lengths[n]);
                move(to, from + 24, lengths[n]);
                move(to + 24, from, lengths[n]);
            }
        }
    return finish();
}
