// The end of the heap: sbrk by the brk call.
#include "host.h"

#include <errno.h>

enum { PAGE = 4096 };

// Moves the break in whole pages, so that not every small malloc costs a call of the host.
void *__host_sbrk(ptrdiff_t increment)
{
    static uintptr_t top, limit;
    if (!top)
        top = limit = (uintptr_t)host_call1(HOST_BRK, 0);
    uintptr_t old = top, new = top + (uintptr_t)increment;
    if (increment > 0 ? new < old : new > old)
        goto full;
    if (new > limit) {
        uintptr_t wanted = (new + PAGE - 1) & -(uintptr_t)PAGE;
        limit = (uintptr_t)host_call1(HOST_BRK, (long)wanted);
        if (limit < new)
            goto full;
    }
    top = new;
    return (void *)old;
full:
    errno = ENOMEM;
    return (void *)-1;
}

PUBLIC void *sbrk(ptrdiff_t increment)
{
    return __host_sbrk(increment);
}
