// open_memstream: a stream that writes into growing memory.
#include "host.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

struct memory_stream {
    struct __file_close file; // must be first: a FILE * points here
    char *text;
    size_t length, room;
    char **to;
    size_t *size;
};

static int memory_put(char c, FILE *file)
{
    struct memory_stream *stream = (struct memory_stream *)file;
    if (stream->length + 1 >= stream->room) {
        char *grown = realloc(stream->text, 2 * stream->room);
        if (!grown)
            return _FDEV_ERR;
        stream->text = grown;
        stream->room *= 2;
    }
    stream->text[stream->length++] = c;
    return (unsigned char)c;
}

static int memory_flush(FILE *file)
{
    struct memory_stream *stream = (struct memory_stream *)file;
    stream->text[stream->length] = '\0';
    *stream->to = stream->text;
    *stream->size = stream->length;
    return 0;
}

// The program frees the text.
static int memory_close(FILE *file)
{
    memory_flush(file);
    free(file);
    return 0;
}

PUBLIC FILE *open_memstream(char **to, size_t *size)
{
    enum { FIRST = 128 };
    struct memory_stream *stream = malloc(sizeof *stream);
    char *text = malloc(FIRST);
    if (!stream || !text) {
        free(stream);
        free(text);
        errno = ENOMEM;
        return NULL;
    }
    *stream = (struct memory_stream){
        .file = FDEV_SETUP_CLOSE(memory_put, NULL, memory_flush, memory_close, __SWR),
        .text = text, .room = FIRST, .to = to, .size = size,
    };
    memory_flush(&stream->file.file);
    return &stream->file.file;
}
