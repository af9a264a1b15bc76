/* statfs(): all files are on one large, empty file system. Its sizes do not depend on the host. */
#ifndef RANKINE_SYS_STATFS_H
#define RANKINE_SYS_STATFS_H

typedef struct { int __val[2]; } fsid_t;

struct statfs {
    long f_type, f_bsize;
    unsigned long f_blocks, f_bfree, f_bavail, f_files, f_ffree;
    fsid_t f_fsid;
    long f_namelen, f_frsize, f_flags, f_spare[4];
};

int statfs(const char *path, struct statfs *to);
int fstatfs(int file, struct statfs *to);

#endif
