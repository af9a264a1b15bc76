// Channel `rings`: malloc and its relatives return blocks of up to RINGS_MALLOC bytes from scratchpad, while there is room. The
// linker replaces the C library's functions by these (--wrap), which call the originals for all other blocks.
#include "channel.h"

#if RINGS_MALLOC

#include <string.h>

void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);
void *__wrap_realloc(void *memory, size_t bytes);
void __wrap_free(void *memory);
void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *memory, size_t bytes);
void __real_free(void *memory);

static void *chan_small(size_t bytes)
{
    return bytes <= RINGS_MALLOC ? chan_allocate(bytes) : NULL;
}

void *__wrap_malloc(size_t bytes)
{
    void *memory = chan_small(bytes);
    return memory != NULL ? memory : __real_malloc(bytes);
}

void *__wrap_calloc(size_t count, size_t bytes)
{
    size_t all;
    void *memory = __builtin_mul_overflow(count, bytes, &all) ? NULL : chan_small(all);
    return memory != NULL ? memset(memory, 0, all) : __real_calloc(count, bytes);
}

void *__wrap_realloc(void *memory, size_t bytes)
{
    size_t before = chan_allocated(memory);
    if (before == 0)
        return __real_realloc(memory, bytes);
    void *other = __wrap_malloc(bytes);
    if (other != NULL) {
        memcpy(other, memory, bytes < before ? bytes : before);
        chan_free(memory);
    }
    return other;
}

void __wrap_free(void *memory)
{
    if (chan_allocated(memory) == 0 || !chan_free(memory))
        __real_free(memory);
}

#endif
