// Tests that clocks go forward and agree with each other, and that waiting takes the requested time.
#include "check.h"

#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec t;
    CHECK(clock_gettime(CLOCK_MONOTONIC, &t) == 0 && t.tv_nsec >= 0 && t.tv_nsec < 1000000000);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(void)
{
    struct timeval day;
    struct timespec real, step, precise;
    CHECK(gettimeofday(&day, NULL) == 0 && day.tv_usec >= 0 && day.tv_usec < 1000000);
    CHECK(clock_gettime(CLOCK_REALTIME, &real) == 0);
    CHECK(real.tv_sec - day.tv_sec <= 1 && time(NULL) - day.tv_sec <= 1);
    CHECK(timespec_get(&precise, TIME_UTC) == TIME_UTC && precise.tv_sec - day.tv_sec <= 1);
    CHECK(clock_getres(CLOCK_MONOTONIC, &step) == 0 && step.tv_sec == 0 && step.tv_nsec > 0);
    CHECK(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &precise) == 0);

    double before = now();
    clock_t used = clock();
    CHECK(usleep(2000) == 0 && nanosleep(&(struct timespec){0, 1000000}, NULL) == 0);
    double after = now();
    CHECK(after - before >= 0.003 && after - before < 1);
    CHECK((double)(clock() - used) / CLOCKS_PER_SEC >= 0.003);
    CHECK(nanosleep(&(struct timespec){0, 2000000000}, NULL) < 0 && errno == EINVAL);
    CHECK(sleep(0) == 0);

    struct tms t;
    clock_t ticks = times(&t);
    CHECK(ticks != (clock_t)-1 && sysconf(_SC_CLK_TCK) == CLK_TCK);
    struct rusage usage;
    CHECK(getrusage(RUSAGE_SELF, &usage) == 0 && usage.ru_utime.tv_usec < 1000000);

    time_t moment = 951782400; // 2000-02-29
    struct tm *parts = gmtime(&moment);
    CHECK(parts->tm_year == 100 && parts->tm_mon == 1 && parts->tm_mday == 29);
    char text[40];
    CHECK(strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", parts) == 19 && !strcmp(text, "2000-02-29 00:00:00"));
    return finish();
}
