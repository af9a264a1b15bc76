// The inner loops of packing and unpacking. The word to copy by is chosen once for a run.
#include "type/copy.h"

#define TYPE_COPY_RUN(word)                                              \
    do {                                                                 \
        if (block == sizeof(word)) {                                     \
            for (; to != end; to += to_stride, from += from_stride)      \
                *(word *)to = *(const word *)from;                       \
        } else {                                                         \
            for (; to != end; to += to_stride, from += from_stride)      \
                TYPE_COPY_WORDS(word, to, from, block);                  \
        }                                                                \
    } while (0)

static void type_copy_large(unsigned char *to, MPI_Aint to_stride, const unsigned char *from, MPI_Aint from_stride, size_t count,
                            size_t block)
{
    for (; count > 0; count--, to += to_stride, from += from_stride)
        memcpy(to, from, block);
}

void type_copy_run(unsigned char *to, MPI_Aint to_stride, const unsigned char *from, MPI_Aint from_stride, size_t count,
                   size_t block)
{
    uintptr_t bits = (uintptr_t)to | (uintptr_t)from | (uintptr_t)to_stride | (uintptr_t)from_stride | block;
    // With a stride of 0, a comparison of addresses would not find the end.
    if (block > TYPE_SHORT_BLOCK || to_stride == 0) {
        type_copy_large(to, to_stride, from, from_stride, count, block);
        return;
    }
    const unsigned char *end = to + (MPI_Aint)count * to_stride;
    if (TYPE_FITS(bits, type_long_word))
        TYPE_COPY_RUN(type_long_word);
    else if (TYPE_FITS(bits, type_word))
        TYPE_COPY_RUN(type_word);
    else if (TYPE_FITS(bits, type_half_word))
        TYPE_COPY_RUN(type_half_word);
    else
        TYPE_COPY_RUN(unsigned char);
}

#define TYPE_COPY_LISTED(word)                                                                 \
    do {                                                                                       \
        for (; blocks != end; blocks++, packed += sizeof(word)) {                              \
            if (unpacks)                                                                       \
                *(word *)(user + blocks->offset) = *(const word *)packed;                      \
            else                                                                               \
                *(word *)packed = *(const word *)(user + blocks->offset);                      \
        }                                                                                      \
    } while (0)

void type_copy_listed(bool unpacks, unsigned char *packed, unsigned char *user, const struct type_layout *layout)
{
    const struct type_block *blocks = layout->blocks, *end = blocks + layout->count;
    size_t block = layout->block;
    uintptr_t bits = (uintptr_t)packed | (uintptr_t)user | layout->bits;
    if (block == sizeof(type_long_word) && TYPE_FITS(bits, type_long_word)) {
        TYPE_COPY_LISTED(type_long_word);
    } else if (block == sizeof(type_word) && TYPE_FITS(bits, type_word)) {
        TYPE_COPY_LISTED(type_word);
    } else {
        for (; blocks != end; blocks++, packed += block)
            type_copy_block(unpacks ? user + blocks->offset : packed, unpacks ? packed : user + blocks->offset, block);
    }
}
