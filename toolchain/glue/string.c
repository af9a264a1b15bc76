// strlen, strcmp, strcpy and others by whole words: picolibc is built for size and reads single bytes.
//
// Aligned words are read even if the text ends within them: the rest of the word is in the same page and line.
#include "host.h"

#include <string.h>

typedef unsigned long __attribute__((may_alias)) word;
enum { WORD = sizeof(word) };

static const word ONES = (word)-1 / 255, HIGHS = (word)-1 / 255 * 128;

// Otherwise gcc would recognise the loops and call the very function that contains them.
#define PLAIN_LOOPS __attribute__((optimize("no-tree-loop-distribute-patterns")))

static inline size_t misalignment(const void *p)
{
    return (uintptr_t)p % WORD;
}

static inline word at(const char *p)
{
    return *(const word *)p;
}

// Is a byte of the word 0? (H. S. Warren, Hacker's Delight, 6-1.)
static inline word has_zero(word w)
{
    return (w - ONES) & ~w & HIGHS;
}

PLAIN_LOOPS PUBLIC size_t strlen(const char *text)
{
    const char *end = text;
    for (; misalignment(end); end++)
        if (*end == '\0')
            return (size_t)(end - text);
    while (!has_zero(at(end)))
        end += WORD;
    while (*end != '\0')
        end++;
    return (size_t)(end - text);
}

// Returns the first `byte` in `size` bytes, or NULL.
PLAIN_LOOPS static const char *find(const char *from, int byte, size_t size)
{
    unsigned char wanted = (unsigned char)byte;
    for (; size && misalignment(from); from++, size--)
        if ((unsigned char)*from == wanted)
            return from;
    word pattern = ONES * wanted;
    for (; size >= WORD && !has_zero(at(from) ^ pattern); size -= WORD)
        from += WORD;
    for (; size; from++, size--)
        if ((unsigned char)*from == wanted)
            return from;
    return NULL;
}

PUBLIC void *memchr(const void *from, int byte, size_t size)
{
    return (void *)find(from, byte, size);
}

PUBLIC size_t strnlen(const char *text, size_t size)
{
    const char *end = find(text, '\0', size);
    return end == NULL ? size : (size_t)(end - text);
}

PLAIN_LOOPS PUBLIC char *strchr(const char *text, int byte)
{
    char wanted = (char)byte;
    for (; misalignment(text); text++) {
        if (*text == wanted)
            return (char *)text;
        if (*text == '\0')
            return NULL;
    }
    word pattern = ONES * (unsigned char)wanted;
    while (!(has_zero(at(text)) | has_zero(at(text) ^ pattern)))
        text += WORD;
    for (;; text++) {
        if (*text == wanted)
            return (char *)text;
        if (*text == '\0')
            return NULL;
    }
}

PLAIN_LOOPS PUBLIC int strcmp(const char *left, const char *right)
{
    if (misalignment(left) == misalignment(right)) {
        for (; misalignment(left); left++, right++)
            if (*left != *right || *left == '\0')
                return (unsigned char)*left - (unsigned char)*right;
        for (; at(left) == at(right); left += WORD, right += WORD)
            if (has_zero(at(left)))
                return 0;
    }
    for (; *left == *right; left++, right++)
        if (*left == '\0')
            return 0;
    return (unsigned char)*left - (unsigned char)*right;
}

PLAIN_LOOPS PUBLIC int strncmp(const char *left, const char *right, size_t size)
{
    if (misalignment(left) == misalignment(right)) {
        for (; size && misalignment(left); left++, right++, size--)
            if (*left != *right || *left == '\0')
                return (unsigned char)*left - (unsigned char)*right;
        for (; size >= WORD && at(left) == at(right); left += WORD, right += WORD, size -= WORD)
            if (has_zero(at(left)))
                return 0;
    }
    for (; size && *left == *right; left++, right++, size--)
        if (*left == '\0')
            return 0;
    return size ? (unsigned char)*left - (unsigned char)*right : 0;
}

// Returns the address of the 0 that ends the copy.
PLAIN_LOOPS static char *copy_text(char *to, const char *from)
{
    if (misalignment(to) == misalignment(from)) {
        for (; misalignment(from); to++, from++)
            if ((*to = *from) == '\0')
                return to;
        for (; !has_zero(at(from)); to += WORD, from += WORD)
            *(word *)to = at(from);
    }
    while ((*to = *from) != '\0')
        to++, from++;
    return to;
}

PUBLIC char *strcpy(char *restrict to, const char *restrict from)
{
    copy_text(to, from);
    return to;
}

PUBLIC char *stpcpy(char *restrict to, const char *restrict from)
{
    return copy_text(to, from);
}

PUBLIC char *strcat(char *restrict to, const char *restrict from)
{
    copy_text(to + strlen(to), from);
    return to;
}

PUBLIC char *strncpy(char *restrict to, const char *restrict from, size_t size)
{
    size_t length = strnlen(from, size);
    memcpy(to, from, length);
    memset(to + length, 0, size - length);
    return to;
}
