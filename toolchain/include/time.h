/* <time.h>: picolibc's, C11's timespec_get, and the clocks of processor time. */
#ifndef RANKINE_TIME_H
#define RANKINE_TIME_H

#pragma GCC system_header
#include_next <time.h>

#if defined(_POSIX_TIMERS) && !defined(CLOCK_PROCESS_CPUTIME_ID)
#define CLOCK_PROCESS_CPUTIME_ID ((clockid_t)2)
#define CLOCK_THREAD_CPUTIME_ID ((clockid_t)3)
#endif

#if __ISO_C_VISIBLE >= 2011
#define TIME_UTC 1
int timespec_get(struct timespec *to, int base);
#endif

#endif
