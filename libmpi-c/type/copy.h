// Copying blocks between the user's memory and packed bytes.
#ifndef TYPE_COPY_H
#define TYPE_COPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "include/mpi.h"
#include "type/layout.h"

// Words may be parts of anything. None is wider than a register.
typedef uintptr_t __attribute__((may_alias)) type_long_word;
typedef uint32_t __attribute__((may_alias)) type_word;
typedef uint16_t __attribute__((may_alias)) type_half_word;

// Longer blocks are memcpy's.
enum { TYPE_SHORT_BLOCK = 64 };

// May all that is or-ed together here be copied by such words?
#define TYPE_FITS(bits, word) (((bits) & (sizeof(word) - 1)) == 0)

#define TYPE_COPY_WORDS(word, to, from, bytes)                     \
    do {                                                           \
        for (size_t at_ = 0; at_ < (bytes); at_ += sizeof(word))   \
            *(word *)((to) + at_) = *(const word *)((from) + at_); \
    } while (0)

static inline void type_copy_block(unsigned char *to, const unsigned char *from, size_t bytes)
{
    uintptr_t bits = (uintptr_t)to | (uintptr_t)from | bytes;
    if (bytes > TYPE_SHORT_BLOCK)
        memcpy(to, from, bytes);
    else if (TYPE_FITS(bits, type_long_word))
        TYPE_COPY_WORDS(type_long_word, to, from, bytes);
    else if (TYPE_FITS(bits, type_word))
        TYPE_COPY_WORDS(type_word, to, from, bytes);
    else
        memcpy(to, from, bytes);
}

// `count` blocks at distances of their own on either side.
void type_copy_run(unsigned char *to, MPI_Aint to_stride, const unsigned char *from, MPI_Aint from_stride, size_t count,
                   size_t block);

// The blocks of a layout whose blocks are all of one length.
void type_copy_listed(bool unpacks, unsigned char *packed, unsigned char *user, const struct type_layout *layout);

#endif
