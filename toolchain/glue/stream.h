// A stdio stream on a descriptor: picolibc's FILE, its close/seek/setvbuf extension, then the buffer.
//
// picolibc's own buffered files have no list of open files (so nothing flushes them at exit), lose an unterminated last
// line in fgets, and pass every byte through a call with a lock. These streams replace them behind the same FILE.
#ifndef RANKINE_GLUE_STREAM_H
#define RANKINE_GLUE_STREAM_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum direction { IDLE, READING, WRITING };

struct stream {
    struct __file_ext ext; // must be first: a FILE * points here
    int fd;
    enum direction direction;
    int mode;         // _IOFBF, _IOLBF or _IONBF
    bool held;        // unbuffered output waits for the end of the stdio call that writes it
    bool is_static;   // stdin, stdout, stderr: never freed
    bool owns_buffer;
    char *buffer;
    size_t size;
    size_t length;    // bytes in the buffer
    size_t next;      // READING: the next of these bytes
    struct stream *link;
};

// Returns the stream behind a FILE, or null if another function made the FILE (sscanf, fmemopen, ...).
struct stream *__stream_of(FILE *file);

int __stream_flush(struct stream *stream);
int __stream_put(char c, FILE *file);
int __stream_get(FILE *file);

// Output between hold and release is written once, at the release, even if unbuffered.
void __stream_hold(struct stream *stream);
int __stream_release(struct stream *stream);

// turn: prepares `stream` for the direction. fill: refills an empty buffer. Both return 0, or picolibc's _FDEV_ERR or _FDEV_EOF.
int __stream_turn(struct stream *stream, enum direction direction);
int __stream_fill(struct stream *stream);

size_t __stream_write(const char *from, size_t size, FILE *file);

// printf as C99 requires (format.c); does a format need that?
int __format(FILE *file, const char *format, va_list arguments);
bool __format_is_ours(const char *format);

// The C library's own vfprintf, under another name (emulator/cli/src/cc/picolibc.rs).
int __picolibc_vfprintf(FILE *file, const char *format, va_list arguments);
int __picolibc_vfscanf(FILE *file, const char *format, va_list arguments);

#endif
