// Reading and writing many bytes on a stream: fread, fwrite, fgets, puts, getline, and unbuffered printf.
#include "host.h"
#include "stream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int file_status(FILE *file, int status)
{
    if (status < 0)
        file->flags |= status == _FDEV_EOF ? __SEOF : __SERR;
    return status;
}

// Output larger than the buffer bypasses it.
static bool append(struct stream *stream, const char *from, size_t size)
{
    if (size < stream->size - stream->length) {
        memcpy(stream->buffer + stream->length, from, size);
        stream->length += size;
        return true;
    }
    if (__stream_flush(stream) < 0)
        return false;
    for (size_t done = 0; done < size;) {
        ptrdiff_t written = __host_write(stream->fd, from + done, size - done);
        if (written <= 0) {
            stream->ext.cfile.file.flags |= __SERR;
            return false;
        }
        done += (size_t)written;
    }
    return true;
}

// A line-buffered stream writes whole lines and keeps the start of the next.
static size_t write_bytes(struct stream *stream, const char *from, size_t size)
{
    if (stream->direction != WRITING && __stream_turn(stream, WRITING) < 0)
        return 0;
    size_t due = 0;
    if (stream->mode == _IONBF && !stream->held)
        due = size;
    else if (stream->mode == _IOLBF)
        for (due = size; due && from[due - 1] != '\n'; due--) {}
    if (due && (!append(stream, from, due) || __stream_flush(stream) < 0))
        return 0;
    return append(stream, from + due, size - due) ? size : due;
}

size_t __stream_write(const char *from, size_t size, FILE *file)
{
    if (!(file->flags & __SWR))
        return 0;
    struct stream *stream = __stream_of(file);
    if (stream)
        return write_bytes(stream, from, size);
    for (size_t done = 0; done < size; done++)
        if (file->put(from[done], file) < 0)
            return done;
    return size;
}

PUBLIC size_t fwrite(const void *from, size_t size, size_t count, FILE *file)
{
    size_t bytes;
    if (!size || !count || __builtin_mul_overflow(size, count, &bytes))
        return 0;
    return __stream_write(from, bytes, file) / size;
}

PUBLIC int fputs(const char *text, FILE *file)
{
    size_t size = strlen(text);
    return !size || __stream_write(text, size, file) == size ? 0 : EOF;
}

PUBLIC int puts(const char *text)
{
    struct stream *stream = __stream_of(stdout);
    size_t size = strlen(text);
    __stream_hold(stream);
    bool done = __stream_write(text, size, stdout) == size && __stream_write("\n", 1, stdout) == 1;
    return __stream_release(stream) < 0 || !done ? EOF : 0;
}

// A message on stderr is one write, not one for each character. Formats that picolibc prints otherwise than C99 go to format.c.
PUBLIC int vfprintf(FILE *restrict file, const char *restrict format, va_list arguments)
{
    struct stream *stream = __stream_of(file);
    int (*print)(FILE *, const char *, va_list) = __format_is_ours(format) ? __format : __picolibc_vfprintf;
    if (!stream || stream->held)
        return print(file, format, arguments);
    __stream_hold(stream);
    int result = print(file, format, arguments);
    return __stream_release(stream) < 0 ? -1 : result;
}

// Unbuffered: makes a text of its own and writes it at once.
PUBLIC int vdprintf(int fd, const char *restrict format, va_list arguments)
{
    char *text;
    int length = vasprintf(&text, format, arguments);
    if (length < 0)
        return -1;
    for (ptrdiff_t done = 0; done < length;) {
        ptrdiff_t written = __host_write(fd, text + done, (size_t)(length - done));
        if (written <= 0) {
            length = -1;
            break;
        }
        done += written;
    }
    free(text);
    return length;
}

PUBLIC int dprintf(int fd, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vdprintf(fd, format, arguments);
    va_end(arguments);
    return length;
}

static size_t read_bytes(struct stream *stream, char *to, size_t size)
{
    FILE *file = &stream->ext.cfile.file;
    size_t done = 0;
    if (file_status(file, __stream_turn(stream, READING)) < 0)
        return 0;
    while (done < size) {
        if (stream->next >= stream->length && file_status(file, __stream_fill(stream)) < 0)
            break;
        size_t part = stream->length - stream->next;
        part = part < size - done ? part : size - done;
        memcpy(to + done, stream->buffer + stream->next, part);
        stream->next += part;
        done += part;
    }
    return done;
}

PUBLIC size_t fread(void *to, size_t size, size_t count, FILE *file)
{
    size_t bytes, done = 0;
    char *out = to;
    if (!(file->flags & __SRD) || !size || !count || __builtin_mul_overflow(size, count, &bytes))
        return 0;
    struct stream *stream = __stream_of(file);
    for (int c; done < bytes && (file->unget || !stream) && (c = fgetc(file)) != EOF;)
        out[done++] = (char)c;
    if (stream && done < bytes)
        done += read_bytes(stream, out + done, bytes - done);
    return done / size;
}

PUBLIC char *fgets(char *to, int size, FILE *file)
{
    int length = 0;
    if (size <= 0)
        return NULL;
    for (int c = 0; length < size - 1 && c != '\n'; to[length++] = (char)c)
        if ((c = fgetc(file)) == EOF) {
            if (!length || (file->flags & __SERR))
                return NULL;
            break;
        }
    to[length] = '\0';
    return to;
}

// getline under a name for the glue, because programs often have a getline of their own.
static ssize_t read_until(char **line, size_t *size, int end, FILE *file)
{
    size_t length = 0;
    for (int c = 0; c != end;) {
        if ((c = fgetc(file)) == EOF) {
            if (!length)
                return -1;
            break;
        }
        if (!*line || length + 2 > *size) {
            size_t larger = *line && *size > 60 ? 2 * *size : 120;
            char *grown = realloc(*line, larger);
            if (!grown)
                return -1;
            *line = grown;
            *size = larger;
        }
        (*line)[length++] = (char)c;
    }
    (*line)[length] = '\0';
    return (ssize_t)length;
}

PUBLIC ssize_t getdelim(char **restrict line, size_t *restrict size, int end, FILE *restrict file)
{
    return read_until(line, size, end, file);
}

PUBLIC ssize_t getline(char **restrict line, size_t *restrict size, FILE *restrict file)
{
    return read_until(line, size, '\n', file);
}
