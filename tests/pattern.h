// The contents of buffers in the self-checking programs.
#ifndef PATTERN_H
#define PATTERN_H

#include <stddef.h>

// A byte that depends on its position and on `seed`.
static inline unsigned char pattern(size_t position, unsigned seed)
{
    return (unsigned char)(position * 31 + (position >> 8) * 7 + seed * 101 + 1);
}

static inline void fill(void *buffer, size_t bytes, unsigned seed)
{
    unsigned char *to = buffer;
    for (size_t i = 0; i < bytes; i++)
        to[i] = pattern(i, seed);
}

static inline int filled(const void *buffer, size_t bytes, unsigned seed)
{
    const unsigned char *from = buffer;
    for (size_t i = 0; i < bytes; i++) {
        if (from[i] != pattern(i, seed))
            return 0;
    }
    return 1;
}

#endif
