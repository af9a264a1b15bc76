// TMD-MPI: a message as words. A buffer of narrow elements may begin at any byte and end within a word; zeros fill that word.
#ifndef SUBSET_WORDS_H
#define SUBSET_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The buffer may hold objects of any type.
typedef uint32_t __attribute__((may_alias)) subset_word;

static inline uint32_t subset_words(size_t bytes)
{
    return (bytes + 3) / 4;
}

// Does a buffer consist of whole, aligned words?
static inline bool subset_is_whole(const void *data, size_t bytes)
{
    return ((uintptr_t)data | bytes) % 4 == 0;
}

// Convert the next word of any other buffer to a word and back, up to the end of its bytes.
uint32_t subset_gather_word(const unsigned char *from, size_t bytes);
void subset_scatter_word(unsigned char *to, size_t bytes, uint32_t word);

#endif
