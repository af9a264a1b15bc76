// Tests strlen, strcmp, strcpy and related functions at every misalignment and with many lengths, compared with loops over single bytes.
#include "check.h"

#include <stdint.h>
#include <string.h>

enum { LENGTHS = 40, WORD = 8, MARGIN = 16, ROOM = LENGTHS + WORD + 2 * MARGIN };

static volatile size_t all = SIZE_MAX; // volatile, because the compiler would warn of so large a bound
static char left[ROOM] __attribute__((aligned(8))), right[ROOM] __attribute__((aligned(8)));

// Writes a text of `length` bytes to `to`. The bytes around it are not 0. Some bytes have the highest bit set.
static void fill(char *all, char *to, int length)
{
    for (int i = 0; i < ROOM; i++)
        all[i] = (char)(i % 2 ? 0x80 + i : 'z');
    for (int i = 0; i < length; i++)
        to[i] = (char)(i % 3 ? 'a' + i % 20 : 0x81 + i);
    to[length] = '\0';
}

static int sign(int value)
{
    return (value > 0) - (value < 0);
}

static int plain_compare(const char *a, const char *b, size_t size)
{
    for (; size && *a == *b; a++, b++, size--)
        if (*a == '\0')
            return 0;
    return size ? (unsigned char)*a - (unsigned char)*b : 0;
}

static void lengths(char *text, int length)
{
    CHECK(strlen(text) == (size_t)length);
    for (size_t most = 0; most < LENGTHS + 9; most += 3)
        CHECK(strnlen(text, most) == (most < (size_t)length ? most : (size_t)length));
    CHECK(strnlen(text, all) == (size_t)length);
}

static void searches(char *text, int length)
{
    static const int bytes[] = {'a', 'b', 0x81, 0x84, 'z', 0, 0x181};
    for (unsigned i = 0; i < sizeof bytes / sizeof bytes[0]; i++) {
        char *found = NULL, *there = NULL;
        for (int k = 0; k <= length && !found; k++)
            if (text[k] == (char)bytes[i])
                found = text + k;
        CHECK(strchr(text, bytes[i]) == found);
        for (int k = 0; k < length / 2 && !there; k++)
            if (text[k] == (char)bytes[i])
                there = text + k;
        CHECK(memchr(text, bytes[i], (size_t)length / 2) == there);
    }
}

static void comparisons(char *a, char *b, int length)
{
    CHECK(strcmp(a, b) == 0 && strncmp(a, b, all) == 0);
    for (int k = 0; k <= length; k++) {
        char was = b[k];
        b[k] = (char)(was + 0x70);
        CHECK(sign(strcmp(a, b)) == sign(plain_compare(a, b, SIZE_MAX)));
        CHECK(sign(strcmp(b, a)) == sign(plain_compare(b, a, SIZE_MAX)));
        for (size_t size = 0; size < (size_t)length + 3; size += 5)
            CHECK(sign(strncmp(a, b, size)) == sign(plain_compare(a, b, size)));
        b[k] = was;
    }
}

// Copies the text at `a`, and checks that bytes around the copies stay the same.
static void copies(const char *a, int to, int length)
{
    char *b = right + MARGIN + to;
    fill(right, right, 0);
    char before = b[-1], after = b[length + 1];
    CHECK(strcpy(b, a) == b && plain_compare(a, b, SIZE_MAX) == 0 && b[-1] == before && b[length + 1] == after);
    fill(right, right, 0);
    CHECK(stpcpy(b, a) == b + length && plain_compare(a, b, SIZE_MAX) == 0 && b[length + 1] == after);
    fill(right, right, 0);
    after = b[length / 2];
    CHECK(strncpy(b, a, (size_t)length / 2) == b && plain_compare(a, b, (size_t)length / 2) == 0 && b[length / 2] == after);
    CHECK(strncpy(b, a, (size_t)length + 3) == b && b[length] == '\0' && b[length + 2] == '\0');
    strcpy(b, "..");
    if (length < LENGTHS - 2)
        CHECK(strcat(b, a) == b && b[1] == '.' && plain_compare(a, b + 2, SIZE_MAX) == 0);
}

int main(void)
{
    for (int length = 0; length < LENGTHS; length++) {
        for (int from = 0; from < WORD; from++) {
            char *a = left + MARGIN + from;
            fill(left, a, length);
            lengths(a, length);
            searches(a, length);
            for (int to = 0; to < WORD; to++) {
                fill(right, right + MARGIN + to, length);
                comparisons(a, right + MARGIN + to, length);
                copies(a, to, length);
            }
        }
    }
    return finish();
}
