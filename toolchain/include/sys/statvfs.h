/* statvfs(): all files are on one large, empty file system. Its sizes do not depend on the host. */
#ifndef RANKINE_SYS_STATVFS_H
#define RANKINE_SYS_STATVFS_H

#define ST_RDONLY 1
#define ST_NOSUID 2

struct statvfs {
    unsigned long f_bsize, f_frsize, f_blocks, f_bfree, f_bavail, f_files, f_ffree, f_favail, f_fsid, f_flag, f_namemax;
};

int statvfs(const char *path, struct statvfs *to);
int fstatvfs(int file, struct statvfs *to);

#endif
