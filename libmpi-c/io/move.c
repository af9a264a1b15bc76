// Moves bytes between memory and the host's file.
#include <errno.h>
#include <unistd.h>

#include "io/file.h"

// May the host be asked for this offset, which it takes as a `long`? If not, sets errno.
static bool file_may_be_at(MPI_Offset offset)
{
    errno = offset < 0 ? EINVAL : EFBIG;
    return offset >= 0 && offset == (long)offset;
}

bool file_cut(struct file *file, MPI_Offset size)
{
    return file_may_be_at(size) && ftruncate(file->descriptor, (off_t)size) == 0;
}

MPI_Offset file_size(struct file *file)
{
    file->stands = lseek(file->descriptor, 0, SEEK_END);
    return file->stands;
}

bool file_move(struct file *file, bool writes, void *buffer, size_t bytes, MPI_Offset offset, size_t *moved)
{
    *moved = 0;
    if (!file_may_be_at(offset))
        return false;
    if (file->stands != offset) {
        file->stands = lseek(file->descriptor, offset, SEEK_SET);
        if (file->stands < 0)
            return false;
    }
    while (*moved < bytes) {
        unsigned char *at = (unsigned char *)buffer + *moved;
        ssize_t now = writes ? write(file->descriptor, at, bytes - *moved) : read(file->descriptor, at, bytes - *moved);
        if (now < 0) {
            file->stands = -1;
            return false;
        }
        if (now == 0)
            break;
        *moved += (size_t)now;
        file->stands += now;
    }
    return true;
}

bool file_move_pieces(struct file *file, bool writes, void *buffer, size_t bytes, struct file_cursor cursor, size_t *moved)
{
    for (*moved = 0; *moved < bytes;) {
        MPI_Offset offset;
        size_t now, run = file_cursor_next(&cursor, bytes - *moved, &offset);
        bool well = file_move(file, writes, (unsigned char *)buffer + *moved, run, offset, &now);
        *moved += now;
        if (!well)
            return false;
        if (now < run)
            break;
    }
    return true;
}
