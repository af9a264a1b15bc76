// For channels without memory that transfers reach better than other memory. MPI_Alloc_mem and the library itself use the heap.
#ifndef CHANNEL_WITHOUT_MEMORY_H
#define CHANNEL_WITHOUT_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#define CHAN_MALLOC malloc

static inline void *chan_allocate(size_t bytes)
{
    (void)bytes;
    return NULL;
}

static inline bool chan_free(void *memory)
{
    (void)memory;
    return false;
}

#endif
