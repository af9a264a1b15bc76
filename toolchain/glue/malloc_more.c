// Functions related to malloc that few programs call.
#include "host.h"
#include "malloc.h"

#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

enum { PAGE = 4096 };

PUBLIC void *aligned_alloc(size_t alignment, size_t bytes)
{
    if (alignment == 0 || (alignment & (alignment - 1)) != 0) {
        errno = EINVAL;
        return NULL;
    }
    return __heap_take_aligned(alignment, bytes);
}

PUBLIC int posix_memalign(void **memory, size_t alignment, size_t bytes)
{
    if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0)
        return EINVAL;
    int before = errno;
    void *found = __heap_take_aligned(alignment, bytes);
    if (found == NULL) {
        errno = before;
        return ENOMEM;
    }
    *memory = found;
    return 0;
}

PUBLIC void *valloc(size_t bytes)
{
    return __heap_take_aligned(PAGE, bytes);
}

PUBLIC void *pvalloc(size_t bytes)
{
    return __heap_take_aligned(PAGE, bytes > SIZE_MAX - PAGE ? bytes : (bytes + PAGE - 1) & -(size_t)PAGE);
}

PUBLIC void cfree(void *memory)
{
    free(memory);
}

PUBLIC struct mallinfo mallinfo(void)
{
    const struct heap_sums *sums = &__heap_sums;
    return (struct mallinfo){.arena = sums->bytes, .ordblks = sums->free_blocks, .uordblks = sums->used_bytes,
                             .fordblks = sums->bytes - sums->used_bytes};
}

PUBLIC void malloc_stats(void)
{
    fprintf(stderr, "heap: %zu bytes from the system, %zu in use, %zu free blocks\n", __heap_sums.bytes, __heap_sums.used_bytes,
            __heap_sums.free_blocks);
}

// Does nothing: there is nothing to set, and memory never goes back to the system.
PUBLIC int mallopt(int parameter, int value)
{
    (void)parameter, (void)value;
    return 0;
}

PUBLIC int malloc_trim(size_t left)
{
    (void)left;
    return 0;
}
