// Declarations that the files of the allocator share.
#ifndef RANKINE_GLUE_MALLOC_H
#define RANKINE_GLUE_MALLOC_H

#include <stddef.h>
#include <stdint.h>

// Bytes taken from the system; bytes that the program holds, heads of blocks included; number of free blocks.
struct heap_sums {
    size_t bytes, used_bytes, free_blocks;
};

extern struct heap_sums __heap_sums;

// As malloc, at a multiple of `alignment`, a power of two. Returns NULL with errno if there is no memory.
void *__heap_take_aligned(size_t alignment, size_t bytes);

#endif
