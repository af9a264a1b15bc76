// The processors on which a rank runs: always the only one, number 0.
#define _GNU_SOURCE
#include "host.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>

int __cpu_count(size_t bytes, const unsigned long *words)
{
    int count = 0;
    for (size_t i = 0; i < bytes / sizeof *words; i++) {
        for (unsigned long word = words[i]; word != 0; word &= word - 1)
            count++;
    }
    return count;
}

void __cpu_combine(cpu_set_t *to, const cpu_set_t *a, const cpu_set_t *b, char operation)
{
    for (size_t i = 0; i < sizeof *to / sizeof to->__bits[0]; i++) {
        unsigned long left = a->__bits[i], right = b->__bits[i];
        to->__bits[i] = operation == '&' ? left & right : operation == '|' ? left | right : left ^ right;
    }
}

static int get(size_t bytes, cpu_set_t *to)
{
    if (bytes < sizeof(unsigned long) || bytes % sizeof(unsigned long) != 0)
        return EINVAL;
    CPU_ZERO_S(bytes, to);
    CPU_SET_S(0, bytes, to);
    return 0;
}

static int set(size_t bytes, const cpu_set_t *wanted)
{
    return CPU_ISSET_S(0, bytes, wanted) ? 0 : EINVAL;
}

static int result(int error)
{
    if (error == 0)
        return 0;
    errno = error;
    return -1;
}

static int other(pid_t process)
{
    return process != 0 && process != (pid_t)host_call1(HOST_GETPID, 0);
}

PUBLIC int sched_getaffinity(pid_t process, size_t bytes, cpu_set_t *to)
{
    return result(other(process) ? ESRCH : get(bytes, to));
}

PUBLIC int sched_setaffinity(pid_t process, size_t bytes, const cpu_set_t *wanted)
{
    return result(other(process) ? ESRCH : set(bytes, wanted));
}

PUBLIC int pthread_getaffinity_np(pthread_t thread, size_t bytes, cpu_set_t *to)
{
    (void)thread;
    return get(bytes, to);
}

PUBLIC int pthread_setaffinity_np(pthread_t thread, size_t bytes, const cpu_set_t *wanted)
{
    (void)thread;
    return set(bytes, wanted);
}

PUBLIC int sched_getcpu(void)
{
    return 0;
}
