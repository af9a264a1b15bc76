// Calls from the program to its host: the numbers and register convention of Linux for RISC-V, by ecall.
//
// The public functions of the glue are weak, because a program may have functions or arrays named `times` or `unlink`
// of its own, as with any hosted C library. So the glue itself calls no public POSIX name. It uses the static
// functions below and names that begin with `__host_`.
#ifndef RANKINE_GLUE_HOST_H
#define RANKINE_GLUE_HOST_H

/* `errno` is the variable itself (include/errno.h). */
#define RANKINE_GLUE

#include <stddef.h>
#include <stdint.h>

#define PUBLIC __attribute__((weak))

enum host_call {
    HOST_GETCWD = 17,
    HOST_UNLINKAT = 35,
    HOST_MKDIRAT = 34,
    HOST_STATFS = 43,
    HOST_FSTATFS = 44,
    HOST_FTRUNCATE = 46,
    HOST_FACCESSAT = 48,
    HOST_OPENAT = 56,
    HOST_CLOSE = 57,
    HOST_LSEEK = 62,
    HOST_READ = 63,
    HOST_WRITE = 64,
    HOST_FSTATAT = 79,
    HOST_FSTAT = 80,
    HOST_FSYNC = 82,
    HOST_EXIT_GROUP = 94,
    HOST_NANOSLEEP = 101,
    HOST_CLOCK_GETTIME = 113,
    HOST_CLOCK_GETRES = 114,
    HOST_KILL = 129,
    HOST_UNAME = 160,
    HOST_GETTIMEOFDAY = 169,
    HOST_GETPID = 172,
    HOST_BRK = 214,
    HOST_RENAMEAT2 = 276,
};

// Linux's values, where those of picolibc's headers differ.
enum { HOST_AT_FDCWD = -100, HOST_AT_REMOVEDIR = 0x200 };
enum { HOST_CLOCK_REALTIME = 0, HOST_CLOCK_MONOTONIC = 1 };

static inline long host_call4(enum host_call number, long p0, long p1, long p2, long p3)
{
    register long a0 __asm__("a0") = p0;
    register long a1 __asm__("a1") = p1;
    register long a2 __asm__("a2") = p2;
    register long a3 __asm__("a3") = p3;
    register long a4 __asm__("a4") = 0;
    register long a7 __asm__("a7") = number;
    __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a2), "r"(a3), "r"(a4), "r"(a7) : "memory");
    return a0;
}

static inline long host_call3(enum host_call number, long p0, long p1, long p2)
{
    return host_call4(number, p0, p1, p2, 0);
}

static inline long host_call2(enum host_call number, long p0, long p1)
{
    return host_call4(number, p0, p1, 0, 0);
}

static inline long host_call1(enum host_call number, long p0)
{
    return host_call4(number, p0, 0, 0, 0);
}

// Seconds and nanoseconds (or microseconds) of a time: two 64-bit numbers, on RV32 too.
struct host_time {
    int64_t seconds;
    int64_t fraction;
};

// Converts the result of a call: returns it, or -1 with errno set from -result in picolibc's numbering.
long __host_result(long result);

// Files by descriptor and path, for stdio. Errors are in errno.
int __host_open(const char *path, int flags, int mode);
int __host_close(int fd);
ptrdiff_t __host_read(int fd, void *to, size_t size);
ptrdiff_t __host_write(int fd, const void *from, size_t size);
long __host_seek(int fd, long offset, int whence);

// As sbrk.
void *__host_sbrk(ptrdiff_t increment);

// Returns the time of a clock: since the epoch or since the start.
struct host_time __host_clock(int linux_clock);

// main's argv, which the start-up code sets.
extern char **__host_arguments;

_Noreturn void __host_exit(int status);

#endif
