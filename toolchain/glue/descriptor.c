// Open files by descriptor: open, close, read, write, lseek, and other functions of a descriptor.
#include "host.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <unistd.h>

// picolibc's open flags (newlib's values) are Linux's as far as a program can tell, except these.
static int linux_flags(int flags)
{
    static const struct {
        int newlib, linux;
    } map[] = {
        {O_APPEND, 02000}, {O_CREAT, 0100},       {O_TRUNC, 01000},    {O_EXCL, 0200},
        {O_NOCTTY, 0400},  {O_NONBLOCK, 04000},   {O_SYNC, 04010000},  {O_CLOEXEC, 02000000},
        {O_NOFOLLOW, 0400000}, {O_DIRECTORY, 0200000},
    };
    int result = flags & O_ACCMODE;
    for (size_t i = 0; i < sizeof map / sizeof map[0]; i++)
        if (flags & map[i].newlib)
            result |= map[i].linux;
    return result;
}

int __host_open(const char *path, int flags, int mode)
{
    return (int)__host_result(host_call4(HOST_OPENAT, HOST_AT_FDCWD, (long)path, linux_flags(flags), mode));
}

int __host_close(int fd)
{
    return (int)__host_result(host_call1(HOST_CLOSE, fd));
}

ptrdiff_t __host_read(int fd, void *to, size_t size)
{
    return __host_result(host_call3(HOST_READ, fd, (long)to, (long)size));
}

ptrdiff_t __host_write(int fd, const void *from, size_t size)
{
    return __host_result(host_call3(HOST_WRITE, fd, (long)from, (long)size));
}

long __host_seek(int fd, long offset, int whence)
{
    return __host_result(host_call3(HOST_LSEEK, fd, offset, whence));
}

PUBLIC int open(const char *path, int flags, ...)
{
    int mode = 0;
    if (flags & O_CREAT) {
        va_list rest;
        va_start(rest, flags);
        mode = va_arg(rest, int);
        va_end(rest);
    }
    return __host_open(path, flags, mode);
}

PUBLIC int creat(const char *path, mode_t mode)
{
    return __host_open(path, O_WRONLY | O_CREAT | O_TRUNC, (int)mode);
}

PUBLIC int close(int fd)
{
    return __host_close(fd);
}

PUBLIC ssize_t read(int fd, void *to, size_t size)
{
    return __host_read(fd, to, size);
}

PUBLIC ssize_t write(int fd, const void *from, size_t size)
{
    return __host_write(fd, from, size);
}

PUBLIC off_t lseek(int fd, off_t offset, int whence)
{
    return __host_seek(fd, offset, whence);
}

// Moves the position and restores it. For a program with one thread, that is pread and pwrite.
static ssize_t at_offset(int fd, void *buffer, size_t size, off_t offset, int writing)
{
    off_t before = __host_seek(fd, 0, SEEK_CUR);
    if (before < 0 || __host_seek(fd, offset, SEEK_SET) < 0)
        return -1;
    ssize_t moved = writing ? __host_write(fd, buffer, size) : __host_read(fd, buffer, size);
    int error = errno;
    __host_seek(fd, before, SEEK_SET);
    errno = error;
    return moved;
}

PUBLIC ssize_t pread(int fd, void *to, size_t size, off_t offset)
{
    return at_offset(fd, to, size, offset, 0);
}

PUBLIC ssize_t pwrite(int fd, const void *from, size_t size, off_t offset)
{
    return at_offset(fd, (void *)(uintptr_t)from, size, offset, 1);
}

PUBLIC int ftruncate(int fd, off_t length)
{
    return (int)__host_result(host_call2(HOST_FTRUNCATE, fd, length));
}

PUBLIC int truncate(const char *path, off_t length)
{
    int fd = __host_open(path, O_WRONLY, 0);
    if (fd < 0)
        return -1;
    int result = (int)__host_result(host_call2(HOST_FTRUNCATE, fd, length));
    int error = errno;
    __host_close(fd);
    errno = error;
    return result;
}

PUBLIC int fsync(int fd)
{
    return (int)__host_result(host_call1(HOST_FSYNC, fd));
}

PUBLIC int fdatasync(int fd)
{
    return (int)__host_result(host_call1(HOST_FSYNC, fd));
}

// Descriptors keep no flags here: reading them gives none, and setting them succeeds without effect.
PUBLIC int fcntl(int fd, int request, ...)
{
    (void)fd;
    switch (request) {
    case F_GETFD: case F_SETFD: case F_GETFL: case F_SETFL: return 0;
    default: errno = ENOSYS; return -1;
    }
}
