// Time of day, time since the start, processor time, and waiting. All of it is the machine's simulated time.
//
// A rank has one hart, so processor time is the time since the start. times() counts microseconds, as clock() and
// picolibc's CLK_TCK do; sysconf(_SC_CLK_TCK) returns that unit.
#include "host.h"

#include <errno.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

struct host_time __host_clock(int linux_clock)
{
    struct host_time now = {0, 0};
    host_call2(HOST_CLOCK_GETTIME, linux_clock, (long)&now);
    return now;
}

static int64_t microseconds_used(void)
{
    struct host_time now = __host_clock(HOST_CLOCK_MONOTONIC);
    return now.seconds * 1000000 + now.fraction / 1000;
}

// newlib has its own numbers for clocks: 0 and 1 are times of day, the others count from some start.
static int linux_clock(clockid_t clock)
{
    return clock <= CLOCK_REALTIME ? HOST_CLOCK_REALTIME : HOST_CLOCK_MONOTONIC;
}

PUBLIC int clock_gettime(clockid_t clock, struct timespec *to)
{
    struct host_time now = {0, 0};
    if (__host_result(host_call2(HOST_CLOCK_GETTIME, linux_clock(clock), (long)&now)) < 0)
        return -1;
    *to = (struct timespec){.tv_sec = now.seconds, .tv_nsec = (long)now.fraction};
    return 0;
}

PUBLIC int clock_getres(clockid_t clock, struct timespec *to)
{
    struct host_time step = {0, 0};
    if (__host_result(host_call2(HOST_CLOCK_GETRES, linux_clock(clock), (long)&step)) < 0)
        return -1;
    if (to)
        *to = (struct timespec){.tv_sec = step.seconds, .tv_nsec = (long)step.fraction};
    return 0;
}

PUBLIC int gettimeofday(struct timeval *restrict to, void *restrict zone)
{
    (void)zone;
    struct host_time now = {0, 0};
    if (__host_result(host_call2(HOST_GETTIMEOFDAY, (long)&now, 0)) < 0)
        return -1;
    if (to)
        *to = (struct timeval){.tv_sec = now.seconds, .tv_usec = (suseconds_t)now.fraction};
    return 0;
}

PUBLIC int timespec_get(struct timespec *to, int base)
{
    if (base != TIME_UTC)
        return 0;
    struct host_time now = __host_clock(HOST_CLOCK_REALTIME);
    *to = (struct timespec){.tv_sec = now.seconds, .tv_nsec = (long)now.fraction};
    return base;
}

PUBLIC time_t time(time_t *to)
{
    time_t now = __host_clock(HOST_CLOCK_REALTIME).seconds;
    if (to)
        *to = now;
    return now;
}

PUBLIC clock_t clock(void)
{
    return (clock_t)microseconds_used();
}

PUBLIC clock_t times(struct tms *to)
{
    clock_t used = (clock_t)microseconds_used();
    if (to)
        *to = (struct tms){.tms_utime = used};
    return used;
}

PUBLIC int getrusage(int who, struct rusage *to)
{
    int64_t used = who == RUSAGE_SELF ? microseconds_used() : 0;
    *to = (struct rusage){.ru_utime = {.tv_sec = used / 1000000, .tv_usec = (suseconds_t)(used % 1000000)}};
    return 0;
}

static int wait_for(struct host_time span)
{
    return (int)__host_result(host_call2(HOST_NANOSLEEP, (long)&span, 0));
}

PUBLIC int nanosleep(const struct timespec *span, struct timespec *left)
{
    if (span->tv_nsec < 0 || span->tv_nsec > 999999999 || span->tv_sec < 0) {
        errno = EINVAL;
        return -1;
    }
    if (left)
        *left = (struct timespec){.tv_sec = 0, .tv_nsec = 0};
    return wait_for((struct host_time){span->tv_sec, span->tv_nsec});
}

PUBLIC int usleep(useconds_t span)
{
    return wait_for((struct host_time){(int64_t)(span / 1000000), (int64_t)(span % 1000000) * 1000});
}

PUBLIC unsigned sleep(unsigned seconds)
{
    return wait_for((struct host_time){seconds, 0}) < 0 ? seconds : 0;
}
