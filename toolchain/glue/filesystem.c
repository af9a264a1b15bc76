// Sizes and kinds of file systems. Those of the host are not shown.
#include "host.h"

#include <errno.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>

static int refuse(void)
{
    errno = ENOSYS;
    return -1;
}

PUBLIC int statfs(const char *path, struct statfs *to)
{
    (void)path, (void)to;
    return refuse();
}

PUBLIC int fstatfs(int file, struct statfs *to)
{
    (void)file, (void)to;
    return refuse();
}

PUBLIC int statvfs(const char *path, struct statvfs *to)
{
    (void)path, (void)to;
    return refuse();
}

PUBLIC int fstatvfs(int file, struct statvfs *to)
{
    (void)file, (void)to;
    return refuse();
}
