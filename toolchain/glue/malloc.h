// What the files of the allocator share.
#ifndef RANKINE_GLUE_MALLOC_H
#define RANKINE_GLUE_MALLOC_H

#include <stddef.h>
#include <stdint.h>

// Bytes that have come from the system, that the program holds, with the head of each block, and blocks that are free.
struct heap_sums {
    size_t bytes, used_bytes, free_blocks;
};

extern struct heap_sums __heap_sums;

// As malloc, at a multiple of `alignment`, which is a power of two; errno says why there is none.
void *__heap_take_aligned(size_t alignment, size_t bytes);

#endif
