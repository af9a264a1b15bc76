// Limits of the process, and resources of the machine.
#include "host.h"

#include <errno.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>

enum { FILES = 256 };

static int fail(int error)
{
    errno = error;
    return -1;
}

static rlim_t limit_of(int resource)
{
    switch (resource) {
    case RLIMIT_NOFILE: return FILES;
    case RLIMIT_NPROC: return 1;
    case RLIMIT_CORE: return 0;
    default: return RLIM_INFINITY;
    }
}

PUBLIC int getrlimit(int resource, struct rlimit *to)
{
    if ((unsigned)resource > RLIMIT_AS)
        return fail(EINVAL);
    *to = (struct rlimit){limit_of(resource), limit_of(resource)};
    return 0;
}

PUBLIC int setrlimit(int resource, const struct rlimit *limit)
{
    if ((unsigned)resource > RLIMIT_AS)
        return fail(EINVAL);
    return limit->rlim_cur == limit_of(resource) && limit->rlim_max == limit_of(resource) ? 0 : fail(EPERM);
}

PUBLIC int sysinfo(struct sysinfo *to)
{
    (void)to;
    return fail(ENOSYS);
}

PUBLIC int get_nprocs(void)
{
    return 1;
}

PUBLIC int get_nprocs_conf(void)
{
    return 1;
}
