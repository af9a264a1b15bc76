/* Reading and writing several pieces in one call. */
#ifndef RANKINE_SYS_UIO_H
#define RANKINE_SYS_UIO_H

#include <stddef.h>
#include <sys/types.h>

#define UIO_MAXIOV 1024

struct iovec {
    void *iov_base;
    size_t iov_len;
};

ssize_t readv(int file, const struct iovec *pieces, int count);
ssize_t writev(int file, const struct iovec *pieces, int count);

#endif
