// stdio's streams: buffers, the three standard streams, opening, closing, seeking, flushing at exit.
#include "stream.h"

#include "host.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CONSOLE_BUFFER = 1024, FILE_BUFFER = 4096 };

static int stream_flush_file(FILE *file);
static int stream_close(FILE *file);
static off_t stream_seek(FILE *file, off_t offset, int whence);
static int stream_setvbuf(FILE *file, char *buffer, int mode, size_t size);

#define STREAM_EXT(flags) \
    FDEV_SETUP_EXT(__stream_put, __stream_get, stream_flush_file, stream_close, stream_seek, stream_setvbuf, flags)

static char in_buffer[CONSOLE_BUFFER], out_buffer[CONSOLE_BUFFER], error_buffer[CONSOLE_BUFFER];

static struct stream error_stream = {
    .ext = STREAM_EXT(__SWR), .fd = 2, .mode = _IONBF, .is_static = true, .buffer = error_buffer, .size = CONSOLE_BUFFER,
};
static struct stream out_stream = {
    .ext = STREAM_EXT(__SWR), .fd = 1, .mode = _IOLBF, .is_static = true, .buffer = out_buffer, .size = CONSOLE_BUFFER,
    .link = &error_stream,
};
static struct stream in_stream = {
    .ext = STREAM_EXT(__SRD), .fd = 0, .mode = _IOFBF, .is_static = true, .buffer = in_buffer, .size = CONSOLE_BUFFER,
    .link = &out_stream,
};
static struct stream *all = &in_stream;

FILE *const stdin = (FILE *)&in_stream;
FILE *const stdout = (FILE *)&out_stream;
FILE *const stderr = (FILE *)&error_stream;

struct stream *__stream_of(FILE *file)
{
    return file->put == __stream_put ? (struct stream *)file : NULL;
}

static FILE *file_of(struct stream *stream)
{
    return &stream->ext.cfile.file;
}

// Seeks back over bytes read ahead, so that the descriptor has the program's position. If it cannot seek, keeps the bytes.
static int drop_read_ahead(struct stream *stream)
{
    long ahead = (long)(stream->length - stream->next);
    if (ahead && __host_seek(stream->fd, -ahead, SEEK_CUR) < 0)
        return errno == ESPIPE ? 0 : -1;
    stream->length = stream->next = 0;
    return 0;
}

int __stream_flush(struct stream *stream)
{
    if (stream->direction == READING)
        return drop_read_ahead(stream);
    size_t done = 0, length = stream->length;
    stream->length = 0;
    while (done < length) {
        ptrdiff_t written = __host_write(stream->fd, stream->buffer + done, length - done);
        if (written <= 0) {
            file_of(stream)->flags |= __SERR;
            return -1;
        }
        done += (size_t)written;
    }
    return 0;
}

static int stream_flush_file(FILE *file)
{
    return __stream_flush((struct stream *)file);
}

int __stream_turn(struct stream *stream, enum direction direction)
{
    if (stream->direction == direction)
        return 0;
    int result = __stream_flush(stream) < 0 ? _FDEV_ERR : 0;
    stream->direction = direction;
    stream->length = stream->next = 0;
    return result;
}

int __stream_put(char c, FILE *file)
{
    struct stream *stream = (struct stream *)file;
    if (stream->direction != WRITING && __stream_turn(stream, WRITING) < 0)
        return _FDEV_ERR;
    stream->buffer[stream->length++] = c;
    bool due = stream->length >= stream->size || (c == '\n' && stream->mode == _IOLBF) ||
               (stream->mode == _IONBF && !stream->held);
    if (due && __stream_flush(stream) < 0)
        return _FDEV_ERR;
    return (unsigned char)c;
}

// A program that reads from the console expects that the user sees its question first.
int __stream_fill(struct stream *stream)
{
    if (stream == &in_stream && out_stream.direction == WRITING)
        __stream_flush(&out_stream);
    stream->length = stream->next = 0;
    ptrdiff_t got = __host_read(stream->fd, stream->buffer, stream->mode == _IONBF ? 1 : stream->size);
    if (got <= 0)
        return got < 0 ? _FDEV_ERR : _FDEV_EOF;
    stream->length = (size_t)got;
    return 0;
}

int __stream_get(FILE *file)
{
    struct stream *stream = (struct stream *)file;
    if (stream->direction != READING && __stream_turn(stream, READING) < 0)
        return _FDEV_ERR;
    if (stream->next >= stream->length) {
        int status = __stream_fill(stream);
        if (status < 0)
            return status;
    }
    return (unsigned char)stream->buffer[stream->next++];
}

void __stream_hold(struct stream *stream)
{
    stream->held = true;
}

int __stream_release(struct stream *stream)
{
    stream->held = false;
    return stream->mode == _IONBF && stream->direction == WRITING ? __stream_flush(stream) : 0;
}

// Returns the position of the next byte that the program would read or write.
static off_t position(struct stream *stream)
{
    off_t at = __host_seek(stream->fd, 0, SEEK_CUR);
    if (at < 0)
        return -1;
    if (stream->direction == WRITING)
        return at + (off_t)stream->length;
    return at - (off_t)(stream->length - stream->next) - (file_of(stream)->unget ? 1 : 0);
}

static off_t stream_seek(FILE *file, off_t offset, int whence)
{
    struct stream *stream = (struct stream *)file;
    if (whence == SEEK_CUR) {
        off_t at = position(stream);
        if (at < 0)
            return -1;
        offset += at;
        whence = SEEK_SET;
    }
    if (stream->direction == WRITING && __stream_flush(stream) < 0)
        return -1;
    off_t at = __host_seek(stream->fd, offset, whence);
    if (at < 0)
        return -1;
    stream->direction = IDLE;
    stream->length = stream->next = 0;
    file->unget = 0;
    file->flags &= (uint8_t)~__SEOF;
    return at;
}

PUBLIC int fseeko(FILE *file, off_t offset, int whence)
{
    struct __file_ext *ext = (struct __file_ext *)file;
    if (!(file->flags & __SEXT) || !ext->seek) {
        errno = ESPIPE;
        return -1;
    }
    if (ext->seek(file, offset, whence) < 0)
        return -1;
    file->flags &= (uint8_t)~__SEOF;
    file->unget = 0;
    return 0;
}

PUBLIC int fseek(FILE *file, long offset, int whence)
{
    return fseeko(file, offset, whence);
}

PUBLIC off_t ftello(FILE *file)
{
    struct stream *stream = __stream_of(file);
    if (stream)
        return position(stream);
    struct __file_ext *ext = (struct __file_ext *)file;
    if ((file->flags & __SEXT) && ext->seek)
        return ext->seek(file, 0, SEEK_CUR);
    errno = ESPIPE;
    return -1;
}

PUBLIC long ftell(FILE *file)
{
    return ftello(file);
}

PUBLIC void rewind(FILE *file)
{
    fseeko(file, 0, SEEK_SET);
    file->flags &= (uint8_t)~__SERR;
}

PUBLIC int fgetpos(FILE *file, fpos_t *to)
{
    *to = ftello(file);
    return *to < 0 ? -1 : 0;
}

// fsetpos. The type of its second parameter is another one in other versions of picolibc, so it is defined under another name.
PUBLIC int stream_set_position(FILE *file, const fpos_t *from) __asm__("fsetpos");

int stream_set_position(FILE *file, const fpos_t *from)
{
    return fseeko(file, (off_t)*from, SEEK_SET);
}

static int stream_setvbuf(FILE *file, char *buffer, int mode, size_t size)
{
    struct stream *stream = (struct stream *)file;
    if (mode != _IOFBF && mode != _IOLBF && mode != _IONBF)
        return -1;
    if (__stream_flush(stream) < 0)
        return -1;
    stream->mode = mode;
    if (mode == _IONBF || !buffer || !size)
        return 0; // the present buffer serves as well
    if (stream->length)
        return -1; // bytes were read ahead, and the file cannot seek
    if (stream->owns_buffer)
        free(stream->buffer);
    stream->owns_buffer = false;
    stream->buffer = buffer;
    stream->size = size;
    return 0;
}

// Converts fopen's mode to picolibc's flags and to those of open. 0 flags: not a mode.
static int parse_mode(const char *mode, int *open_flags)
{
    int flags = *mode == 'r' ? __SRD : *mode == 'w' || *mode == 'a' ? __SWR : 0;
    *open_flags = *mode == 'w' ? O_CREAT | O_TRUNC : *mode == 'a' ? O_CREAT | O_APPEND : 0;
    if (strchr(mode, '+'))
        flags = flags ? __SRD | __SWR : 0;
    if (strchr(mode, 'x'))
        *open_flags |= O_EXCL;
    *open_flags |= flags == __SRD ? O_RDONLY : flags == __SWR ? O_WRONLY : O_RDWR;
    if (!flags)
        errno = EINVAL;
    return flags;
}

static FILE *make_stream(int fd, int flags, int open_flags)
{
    struct stream *stream = malloc(sizeof *stream);
    char *buffer = malloc(FILE_BUFFER);
    if (!stream || !buffer) {
        free(stream);
        free(buffer);
        errno = ENOMEM;
        return NULL;
    }
    *stream = (struct stream){
        .ext = STREAM_EXT((uint8_t)flags), .fd = fd, .mode = _IOFBF, .owns_buffer = true, .buffer = buffer,
        .size = FILE_BUFFER, .link = all,
    };
    all = stream;
    if (open_flags & O_APPEND)
        __host_seek(fd, 0, SEEK_END);
    return file_of(stream);
}

PUBLIC FILE *fdopen(int fd, const char *mode)
{
    int open_flags, flags = parse_mode(mode, &open_flags);
    return flags ? make_stream(fd, flags, open_flags) : NULL;
}

PUBLIC FILE *fopen(const char *path, const char *mode)
{
    int open_flags, flags = parse_mode(mode, &open_flags);
    if (!flags)
        return NULL;
    int fd = __host_open(path, open_flags, 0666);
    if (fd < 0)
        return NULL;
    FILE *file = make_stream(fd, flags, open_flags);
    if (!file)
        __host_close(fd);
    return file;
}

// With a null path, only the mode would change. That needs a new descriptor, for which there is no name.
PUBLIC FILE *freopen(const char *path, const char *mode, FILE *file)
{
    struct stream *stream = __stream_of(file);
    int open_flags, flags = parse_mode(mode, &open_flags);
    if (!stream || !flags)
        return NULL;
    __stream_flush(stream);
    if (!path) {
        if (file->flags & flags)
            return file;
        errno = EBADF;
        return NULL;
    }
    int fd = __host_open(path, open_flags, 0666);
    if (stream->fd > 2 || fd >= 0)
        __host_close(stream->fd);
    stream->direction = IDLE;
    stream->length = stream->next = 0;
    stream->fd = fd;
    file->unget = 0;
    file->flags = (uint8_t)((file->flags & ~(__SRD | __SWR | __SERR | __SEOF)) | (fd < 0 ? 0 : flags));
    if (fd < 0)
        return NULL;
    if (open_flags & O_APPEND)
        __host_seek(fd, 0, SEEK_END);
    return file;
}

static int stream_close(FILE *file)
{
    struct stream *stream = (struct stream *)file;
    int result = __stream_flush(stream);
    if (__host_close(stream->fd) < 0)
        result = EOF;
    file->flags &= (uint8_t)~(__SRD | __SWR);
    if (stream->owns_buffer)
        free(stream->buffer);
    if (stream->is_static)
        return result;
    struct stream **at = &all;
    while (*at != stream)
        at = &(*at)->link;
    *at = stream->link;
    free(stream);
    return result;
}

PUBLIC int fclose(FILE *file)
{
    struct __file_close *closing = (struct __file_close *)file;
    return (file->flags & __SCLOSE) && closing->close ? closing->close(file) : 0;
}

PUBLIC int fileno(FILE *file)
{
    struct stream *stream = __stream_of(file);
    if (stream)
        return stream->fd;
    errno = EBADF;
    return -1;
}

// For fflush(NULL): flushes every stream with waiting output.
static int flush_all(void)
{
    int result = 0;
    for (struct stream *stream = all; stream; stream = stream->link)
        if (stream->direction == WRITING && stream->length && __stream_flush(stream) < 0)
            result = EOF;
    return result;
}

PUBLIC int fflush(FILE *file)
{
    if (!file)
        return flush_all();
    return file->flush && file->flush(file) < 0 ? EOF : 0;
}

// The lowest priority number runs last of all destructors. These run after the functions passed to atexit.
__attribute__((destructor(101))) static void flush_at_exit(void)
{
    flush_all();
}
