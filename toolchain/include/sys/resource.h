/* getrusage() with all of its fields, of which only the times are counted. The only limit is the number of files. */
#ifndef RANKINE_SYS_RESOURCE_H
#define RANKINE_SYS_RESOURCE_H

#include <sys/time.h>

#define RUSAGE_SELF 0
#define RUSAGE_CHILDREN (-1)

struct rusage {
    struct timeval ru_utime, ru_stime;
    long ru_maxrss, ru_ixrss, ru_idrss, ru_isrss;
    long ru_minflt, ru_majflt, ru_nswap, ru_inblock, ru_oublock;
    long ru_msgsnd, ru_msgrcv, ru_nsignals, ru_nvcsw, ru_nivcsw;
};

int getrusage(int who, struct rusage *to);

#define RLIMIT_CPU 0
#define RLIMIT_FSIZE 1
#define RLIMIT_DATA 2
#define RLIMIT_STACK 3
#define RLIMIT_CORE 4
#define RLIMIT_RSS 5
#define RLIMIT_NPROC 6
#define RLIMIT_NOFILE 7
#define RLIMIT_MEMLOCK 8
#define RLIMIT_AS 9
#define RLIM_INFINITY (~(rlim_t)0)

typedef unsigned long rlim_t;
struct rlimit { rlim_t rlim_cur, rlim_max; };

int getrlimit(int resource, struct rlimit *to);
/* No limit can be set: succeeds if it would change nothing, else fails with EPERM. */
int setrlimit(int resource, const struct rlimit *limit);

#endif
