// Size and kind of the file system.
#include "host.h"

#include <sys/statfs.h>
#include <sys/statvfs.h>

// The host fills the fields of the structure, which are words.
_Static_assert(sizeof(struct statfs) == 14 * sizeof(long) + sizeof(fsid_t), "the layout of struct statfs");

static int path_system(const char *path, struct statfs *to)
{
    return (int)__host_result(host_call2(HOST_STATFS, (long)path, (long)to));
}

static int file_system(int file, struct statfs *to)
{
    return (int)__host_result(host_call2(HOST_FSTATFS, file, (long)to));
}

static int convert(struct statvfs *to, const struct statfs *from, int result)
{
    if (result < 0)
        return -1;
    *to = (struct statvfs){
        .f_bsize = from->f_bsize,
        .f_frsize = from->f_frsize,
        .f_blocks = from->f_blocks,
        .f_bfree = from->f_bfree,
        .f_bavail = from->f_bavail,
        .f_files = from->f_files,
        .f_ffree = from->f_ffree,
        .f_favail = from->f_ffree,
        .f_fsid = from->f_fsid.__val[0],
        .f_flag = from->f_flags & (ST_RDONLY | ST_NOSUID),
        .f_namemax = from->f_namelen,
    };
    return 0;
}

PUBLIC int statfs(const char *path, struct statfs *to)
{
    return path_system(path, to);
}

PUBLIC int fstatfs(int file, struct statfs *to)
{
    return file_system(file, to);
}

PUBLIC int statvfs(const char *path, struct statvfs *to)
{
    struct statfs from;
    return convert(to, &from, path_system(path, &from));
}

PUBLIC int fstatvfs(int file, struct statvfs *to)
{
    struct statfs from;
    return convert(to, &from, file_system(file, &from));
}
