// readv and writev: reading and writing several pieces in one call.
#include "host.h"

#include <errno.h>
#include <sys/uio.h>

// Checks the pieces as Linux does before it moves anything. Returns false with errno if they are refused.
static int pieces_are_good(const struct iovec *pieces, int count)
{
    size_t sum = 0;
    int good = count >= 0 && count <= UIO_MAXIOV;
    for (int i = 0; good && i < count; i++) {
        good = pieces[i].iov_len <= PTRDIFF_MAX - sum;
        sum += pieces[i].iov_len;
    }
    if (!good)
        errno = EINVAL;
    return good;
}

// Moves piece by piece, until one is not moved in whole. An error after the first piece is left for the next call.
#define MOVE_PIECES(move)                                                     \
    ssize_t moved = 0;                                                        \
    if (!pieces_are_good(pieces, count))                                      \
        return -1;                                                            \
    for (int i = 0; i < count; i++) {                                         \
        ptrdiff_t now = move(file, pieces[i].iov_base, pieces[i].iov_len);    \
        if (now < 0)                                                          \
            return moved > 0 ? moved : -1;                                    \
        moved += now;                                                         \
        if ((size_t)now < pieces[i].iov_len)                                  \
            break;                                                            \
    }                                                                         \
    return moved;

PUBLIC ssize_t readv(int file, const struct iovec *pieces, int count)
{
    MOVE_PIECES(__host_read)
}

PUBLIC ssize_t writev(int file, const struct iovec *pieces, int count)
{
    MOVE_PIECES(__host_write)
}
