// Properties of the system: names, limits, users, and numbers that must not be random.
#include "host.h"

#include <errno.h>
#include <execinfo.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/utsname.h>
#include <unistd.h>

_Static_assert(sizeof(struct utsname) == 6 * 65, "the layout of Linux's struct utsname");

PUBLIC int uname(struct utsname *to)
{
    return (int)__host_result(host_call1(HOST_UNAME, (long)to));
}

PUBLIC int gethostname(char *to, size_t size)
{
    struct utsname names;
    if (__host_result(host_call1(HOST_UNAME, (long)&names)) < 0)
        return -1;
    size_t length = strnlen(names.nodename, sizeof names.nodename);
    if (length >= size) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(to, names.nodename, length);
    to[length] = '\0';
    return 0;
}

// One hart a rank; times() counts microseconds (clock.c).
PUBLIC long sysconf(int name)
{
    switch (name) {
    case _SC_PAGESIZE: return 4096;
    case _SC_CLK_TCK: return 1000000;
    case _SC_NPROCESSORS_CONF: case _SC_NPROCESSORS_ONLN: return 1;
    case _SC_OPEN_MAX: return 256;
    case _SC_ARG_MAX: return 131072;
    case _SC_HOST_NAME_MAX: return 64;
    case _SC_LINE_MAX: return 2048;
    case _SC_VERSION: return 200809;
    case _SC_MONOTONIC_CLOCK: case _SC_TIMERS: return 200112;
    default: errno = EINVAL; return -1;
    }
}

PUBLIC uid_t getuid(void)
{
    return 0;
}

PUBLIC uid_t geteuid(void)
{
    return 0;
}

PUBLIC gid_t getgid(void)
{
    return 0;
}

PUBLIC gid_t getegid(void)
{
    return 0;
}

PUBLIC pid_t getppid(void)
{
    return 1;
}

// A run must repeat bit for bit, so this is a fixed sequence (SplitMix64 of Steele, Lea and Flood, 2014).
PUBLIC int getentropy(void *to, size_t size)
{
    static uint64_t state;
    unsigned char *out = to;
    for (size_t i = 0; i < size; i++) {
        state += 0x9e3779b97f4a7c15u;
        uint64_t mixed = (state ^ state >> 30) * 0xbf58476d1ce4e5b9u;
        mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
        out[i] = (unsigned char)(mixed ^ mixed >> 31);
    }
    return 0;
}

PUBLIC long syscall(long number, ...)
{
    if (number == SYS_getpid || number == SYS_gettid)
        return host_call1(HOST_GETPID, 0);
    errno = ENOSYS;
    return -1;
}

// Nothing to do: the host has all written data.
PUBLIC void sync(void)
{
}

PUBLIC int ioctl(int file, unsigned long request, ...)
{
    (void)file, (void)request;
    errno = ENOTTY;
    return -1;
}

PUBLIC int backtrace(void **places, int size)
{
    (void)places, (void)size;
    return 0;
}

PUBLIC char **backtrace_symbols(void *const *places, int size)
{
    (void)places, (void)size;
    return NULL;
}

PUBLIC void backtrace_symbols_fd(void *const *places, int size, int file)
{
    (void)places, (void)size, (void)file;
}
