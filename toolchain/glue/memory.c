// memcpy, memmove, memset and memcmp by whole words: picolibc is built for size and moves single bytes.
#include "host.h"

#include <string.h>

typedef unsigned long __attribute__((may_alias)) word;
enum { WORD = sizeof(word), BLOCK = 8 * WORD };

// Otherwise gcc would recognise the loops and call the very function that contains them.
#define PLAIN_LOOPS __attribute__((optimize("no-tree-loop-distribute-patterns")))

static inline size_t misalignment(const void *p)
{
    return (uintptr_t)p % WORD;
}

static inline void copy_block(word *to, const word *from)
{
    word w0 = from[0], w1 = from[1], w2 = from[2], w3 = from[3];
    word w4 = from[4], w5 = from[5], w6 = from[6], w7 = from[7];
    to[0] = w0, to[1] = w1, to[2] = w2, to[3] = w3;
    to[4] = w4, to[5] = w5, to[6] = w6, to[7] = w7;
}

// Copies whole words upwards to an aligned place from an unaligned one: each word is two aligned ones, shifted and
// joined. Reads only aligned words that contain a byte of the source.
PLAIN_LOOPS static void copy_shifted(word *to, const unsigned char *from, size_t words)
{
    unsigned low = 8 * (unsigned)misalignment(from), high = 8 * WORD - low;
    const word *at = (const word *)(from - misalignment(from));
    word held = *at++;
    for (; words; words--) {
        word next = *at++;
        *to++ = held >> low | next << high;
        held = next;
    }
}

PLAIN_LOOPS static void copy_up(unsigned char *to, const unsigned char *from, size_t size)
{
    if (size >= 2 * WORD) {
        for (; misalignment(to); size--)
            *to++ = *from++;
        if (misalignment(from)) {
            size_t words = size / WORD;
            copy_shifted((word *)to, from, words);
            to += words * WORD;
            from += words * WORD;
            size -= words * WORD;
        }
        for (; size >= BLOCK; to += BLOCK, from += BLOCK, size -= BLOCK)
            copy_block((word *)to, (const word *)from);
        for (; size >= WORD; to += WORD, from += WORD, size -= WORD)
            *(word *)to = *(const word *)from;
    }
    for (; size; size--)
        *to++ = *from++;
}

PLAIN_LOOPS static void copy_down(unsigned char *to, const unsigned char *from, size_t size)
{
    to += size;
    from += size;
    if (misalignment(to) == misalignment(from)) {
        for (; size && misalignment(to); size--)
            *--to = *--from;
        for (; size >= WORD; size -= WORD) {
            to -= WORD;
            from -= WORD;
            *(word *)to = *(const word *)from;
        }
    }
    for (; size; size--)
        *--to = *--from;
}

PUBLIC void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    copy_up(to, from, size);
    return to;
}

// Copying upwards is correct if the target begins below the source. A shifted copy reads one word ahead of its writes;
// in that case, the writes never reach that word first.
PUBLIC void *memmove(void *to, const void *from, size_t size)
{
    if ((uintptr_t)to - (uintptr_t)from >= size)
        copy_up(to, from, size);
    else
        copy_down(to, from, size);
    return to;
}

PLAIN_LOOPS PUBLIC void *memset(void *to, int value, size_t size)
{
    unsigned char *at = to, byte = (unsigned char)value;
    if (size >= 2 * WORD) {
        word pattern = (word)-1 / 255 * byte;
        for (; misalignment(at); size--)
            *at++ = byte;
        for (; size >= BLOCK; at += BLOCK, size -= BLOCK) {
            word *w = (word *)at;
            w[0] = pattern, w[1] = pattern, w[2] = pattern, w[3] = pattern;
            w[4] = pattern, w[5] = pattern, w[6] = pattern, w[7] = pattern;
        }
        for (; size >= WORD; at += WORD, size -= WORD)
            *(word *)at = pattern;
    }
    for (; size; size--)
        *at++ = byte;
    return to;
}

PLAIN_LOOPS PUBLIC int memcmp(const void *left, const void *right, size_t size)
{
    const unsigned char *l = left, *r = right;
    if (misalignment(l) == misalignment(r)) {
        for (; size && misalignment(l); l++, r++, size--)
            if (*l != *r)
                return *l - *r;
        while (size >= WORD && *(const word *)l == *(const word *)r)
            l += WORD, r += WORD, size -= WORD;
    }
    for (; size; l++, r++, size--)
        if (*l != *r)
            return *l - *r;
    return 0;
}
