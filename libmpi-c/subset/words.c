// TMD-MPI: words made of narrow elements, packed as they lie in memory.
#include "subset/words.h"

uint32_t subset_gather_word(const unsigned char *from, size_t bytes)
{
    uint32_t word = 0;
    for (size_t i = bytes < 4 ? bytes : 4; i > 0; i--)
        word = word << 8 | from[i - 1];
    return word;
}

void subset_scatter_word(unsigned char *to, size_t bytes, uint32_t word)
{
    for (size_t i = 0; i < 4 && i < bytes; i++, word >>= 8)
        to[i] = (unsigned char)word;
}
