// Copying blocks between the user's memory and packed bytes: the inner loops of type_pack and type_unpack.
#ifndef TYPE_COPY_H
#define TYPE_COPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "include/mpi.h"
#include "type/layout.h"

// Words to copy by. They may alias any type. None is wider than a register.
typedef uintptr_t __attribute__((may_alias)) type_long_word;
typedef uint32_t __attribute__((may_alias)) type_word;
typedef uint16_t __attribute__((may_alias)) type_half_word;

// Bytes; longer blocks are copied by memcpy.
enum { TYPE_SHORT_BLOCK = 64 };

// Can data be copied by `word`? `bits` is the bitwise or of all its addresses and lengths.
#define TYPE_FITS(bits, word) (((bits) & (sizeof(word) - 1)) == 0)

#define TYPE_COPY_WORDS(word, to, from, bytes)                     \
    do {                                                           \
        for (size_t at_ = 0; at_ < (bytes); at_ += sizeof(word))   \
            *(word *)((to) + at_) = *(const word *)((from) + at_); \
    } while (0)

// Copies one block.
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

// Copies `count` blocks of `block` bytes. They are `to_stride` bytes apart in `to`, and `from_stride` in `from`.
void type_copy_run(unsigned char *to, MPI_Aint to_stride, const unsigned char *from, MPI_Aint from_stride, size_t count,
                   size_t block);

// Copies all blocks of a layout of form TYPE_BLOCKS whose blocks have one length, from `user` to `packed`, or back if `unpacks`.
void type_copy_listed(bool unpacks, unsigned char *packed, unsigned char *user, const struct type_layout *layout);

#endif
