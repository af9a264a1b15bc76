// Files by name: stat, access, unlink, mkdir, rename, and the working directory.
#include "host.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Linux's generic `struct stat`; the host fills the same 128 bytes on RV32 and RV64.
struct host_stat {
    uint64_t device, inode;
    uint32_t mode, links, user, group;
    uint64_t special_device, pad1;
    int64_t size;
    int32_t block_size, pad2;
    int64_t blocks;
    struct host_time accessed, modified, changed;
    uint32_t unused[2];
};
_Static_assert(sizeof(struct host_stat) == 128, "the layout of Linux's generic struct stat");

static struct timespec timespec_of(struct host_time time)
{
    return (struct timespec){.tv_sec = time.seconds, .tv_nsec = (long)time.fraction};
}

static int fill(struct stat *to, const struct host_stat *from, long result)
{
    if (__host_result(result) < 0)
        return -1;
    memset(to, 0, sizeof *to);
    to->st_dev = (dev_t)from->device;
    to->st_ino = (ino_t)from->inode;
    to->st_mode = from->mode;
    to->st_nlink = (nlink_t)from->links;
    to->st_uid = (uid_t)from->user;
    to->st_gid = (gid_t)from->group;
    to->st_rdev = (dev_t)from->special_device;
    to->st_size = (off_t)from->size;
    to->st_blksize = from->block_size;
    to->st_blocks = (blkcnt_t)from->blocks;
    to->st_atim = timespec_of(from->accessed);
    to->st_mtim = timespec_of(from->modified);
    to->st_ctim = timespec_of(from->changed);
    return 0;
}

PUBLIC int fstat(int fd, struct stat *to)
{
    struct host_stat from;
    long result = host_call2(HOST_FSTAT, fd, (long)&from);
    return fill(to, &from, result);
}

PUBLIC int stat(const char *restrict path, struct stat *restrict to)
{
    struct host_stat from;
    long result = host_call4(HOST_FSTATAT, HOST_AT_FDCWD, (long)path, (long)&from, 0);
    return fill(to, &from, result);
}

// The program sees no symbolic links: the host resolves them.
PUBLIC int lstat(const char *restrict path, struct stat *restrict to)
{
    struct host_stat from;
    long result = host_call4(HOST_FSTATAT, HOST_AT_FDCWD, (long)path, (long)&from, 0);
    return fill(to, &from, result);
}

// A character device counts as a terminal: the console is one.
PUBLIC int isatty(int fd)
{
    struct host_stat from;
    if (__host_result(host_call2(HOST_FSTAT, fd, (long)&from)) < 0)
        return 0;
    if ((from.mode & S_IFMT) == S_IFCHR)
        return 1;
    errno = ENOTTY;
    return 0;
}

PUBLIC int access(const char *path, int mode)
{
    return (int)__host_result(host_call3(HOST_FACCESSAT, HOST_AT_FDCWD, (long)path, mode));
}

static int remove_name(const char *path, int flags)
{
    return (int)__host_result(host_call3(HOST_UNLINKAT, HOST_AT_FDCWD, (long)path, flags));
}

PUBLIC int unlink(const char *path)
{
    return remove_name(path, 0);
}

PUBLIC int rmdir(const char *path)
{
    return remove_name(path, HOST_AT_REMOVEDIR);
}

PUBLIC int remove(const char *path)
{
    if (remove_name(path, 0) == 0)
        return 0;
    return errno == EISDIR || errno == EPERM ? remove_name(path, HOST_AT_REMOVEDIR) : -1;
}

PUBLIC int mkdir(const char *path, mode_t mode)
{
    return (int)__host_result(host_call3(HOST_MKDIRAT, HOST_AT_FDCWD, (long)path, (long)mode));
}

PUBLIC int rename(const char *from, const char *to)
{
    return (int)__host_result(host_call4(HOST_RENAMEAT2, HOST_AT_FDCWD, (long)from, HOST_AT_FDCWD, (long)to));
}

PUBLIC char *getcwd(char *to, size_t size)
{
    char *buffer = to;
    if (!buffer) {
        size = size ? size : 4096;
        buffer = malloc(size);
        if (!buffer)
            return NULL;
    }
    if (__host_result(host_call2(HOST_GETCWD, (long)buffer, (long)size)) >= 0)
        return buffer;
    if (!to)
        free(buffer);
    return NULL;
}

static int refuse(void)
{
    errno = ENOSYS;
    return -1;
}

PUBLIC int chdir(const char *path)
{
    (void)path;
    return refuse();
}

PUBLIC int chmod(const char *path, mode_t mode)
{
    (void)path, (void)mode;
    return refuse();
}

PUBLIC int link(const char *from, const char *to)
{
    (void)from, (void)to;
    return refuse();
}

PUBLIC int symlink(const char *from, const char *to)
{
    (void)from, (void)to;
    return refuse();
}

PUBLIC mode_t umask(mode_t mask)
{
    (void)mask;
    return 022;
}

PUBLIC int mknod(const char *path, mode_t mode, dev_t device)
{
    (void)path, (void)mode, (void)device;
    return refuse();
}

PUBLIC int mkfifo(const char *path, mode_t mode)
{
    (void)path, (void)mode;
    return refuse();
}
