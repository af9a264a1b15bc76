// mmap() and related functions: anonymous mappings come from the heap.
#include "host.h"
#include "malloc.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE = 4096 };

static struct mapping {
    struct mapping *next;
    unsigned char *pages;
    size_t bytes, unmapped;
} *mappings;

static size_t whole_pages(size_t bytes)
{
    return (bytes + PAGE - 1) & -(size_t)PAGE;
}

static int fail(int error)
{
    errno = error;
    return -1;
}

static void *fail_mapping(int error)
{
    errno = error;
    return MAP_FAILED;
}

static int is_page(const void *address)
{
    return (uintptr_t)address % PAGE == 0;
}

PUBLIC void *mmap(void *address, size_t bytes, int protection, int flags, int file, off_t offset)
{
    (void)address, (void)protection, (void)file, (void)offset;
    int shared = flags & MAP_SHARED, private = flags & MAP_PRIVATE;
    if (bytes == 0 || !shared == !private)
        return fail_mapping(EINVAL);
    if (!(flags & MAP_ANONYMOUS) || (flags & MAP_FIXED))
        return fail_mapping(ENOSYS);
    if (bytes > PTRDIFF_MAX - PAGE)
        return fail_mapping(ENOMEM);
    struct mapping *mapping = malloc(sizeof *mapping);
    if (mapping == NULL)
        return MAP_FAILED;
    bytes = whole_pages(bytes);
    *mapping = (struct mapping){mappings, __heap_take_aligned(PAGE, bytes), bytes, 0};
    if (mapping->pages == NULL) {
        free(mapping);
        return MAP_FAILED;
    }
    mappings = mapping;
    return memset(mapping->pages, 0, bytes);
}

PUBLIC int munmap(void *address, size_t bytes)
{
    unsigned char *first = address;
    if (!is_page(address) || bytes == 0)
        return fail(EINVAL);
    bytes = whole_pages(bytes);
    for (struct mapping **place = &mappings, *mapping; (mapping = *place) != NULL; place = &mapping->next) {
        if (first < mapping->pages || (size_t)(first - mapping->pages) >= mapping->bytes)
            continue;
        size_t left = mapping->bytes - (size_t)(first - mapping->pages);
        mapping->unmapped += bytes < left ? bytes : left;
        if (mapping->unmapped >= mapping->bytes) {
            *place = mapping->next;
            free(mapping->pages);
            free(mapping);
        }
        return 0;
    }
    return 0;
}

PUBLIC int madvise(void *address, size_t bytes, int advice)
{
    if (!is_page(address))
        return fail(EINVAL);
    if (advice == MADV_DONTNEED)
        memset(address, 0, whole_pages(bytes));
    return 0;
}

PUBLIC int posix_madvise(void *address, size_t bytes, int advice)
{
    (void)bytes, (void)advice;
    return is_page(address) ? 0 : EINVAL;
}

PUBLIC int mlock(const void *address, size_t bytes)
{
    (void)address, (void)bytes;
    return 0;
}

PUBLIC int munlock(const void *address, size_t bytes)
{
    (void)address, (void)bytes;
    return 0;
}

PUBLIC int mlockall(int flags)
{
    (void)flags;
    return 0;
}

PUBLIC int munlockall(void)
{
    return 0;
}

PUBLIC int mprotect(void *address, size_t bytes, int protection)
{
    (void)address, (void)bytes, (void)protection;
    return fail(ENOSYS);
}

PUBLIC int msync(void *address, size_t bytes, int flags)
{
    (void)address, (void)bytes, (void)flags;
    return fail(ENOSYS);
}

PUBLIC void *mremap(void *address, size_t old_bytes, size_t bytes, int flags, ...)
{
    (void)address, (void)old_bytes, (void)bytes, (void)flags;
    return fail_mapping(ENOSYS);
}

PUBLIC int shm_open(const char *name, int flags, mode_t mode)
{
    (void)name, (void)flags, (void)mode;
    return fail(ENOSYS);
}

PUBLIC int shm_unlink(const char *name)
{
    (void)name;
    return fail(ENOSYS);
}
