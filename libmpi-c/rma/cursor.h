// A cursor: a place in a buffer at any rank, among the bytes of elements of any datatype, one piece of memory after another.
#ifndef RMA_CURSOR_H
#define RMA_CURSOR_H

#include "type/type.h"

struct rma_layout {
    unsigned references;
    size_t pieces, bytes;  // of an element
    MPI_Aint extent;
    struct type_piece piece[];
};

struct rma_cursor {
    uint64_t address;           // of the next byte; with a layout, of the element that contains it
    struct rma_layout *layout;  // NULL: bytes without gaps
    size_t piece, within;
};

// Returns the bytes of one element. `padded` as in type_pieces.
size_t rma_cursor_open(struct rma_cursor *cursor, uint64_t address, MPI_Datatype type, bool padded);
// Makes another cursor at the same place. Each cursor must be closed.
void rma_cursor_copy(struct rma_cursor *to, const struct rma_cursor *from);
void rma_cursor_close(struct rma_cursor *cursor);

// Sets the first and the end byte of `count` elements, relative to the buffer's address: from `*first` to before `*end`.
void rma_span(MPI_Datatype type, size_t count, MPI_Aint *first, MPI_Aint *end);

static inline uint64_t rma_cursor_at(const struct rma_cursor *cursor)
{
    const struct rma_layout *layout = cursor->layout;
    return layout == NULL ? cursor->address : cursor->address + layout->piece[cursor->piece].offset + cursor->within;
}

// Returns a number of bytes that follow without a gap; there may be more.
static inline size_t rma_cursor_room(const struct rma_cursor *cursor)
{
    const struct rma_layout *layout = cursor->layout;
    return layout == NULL ? SIZE_MAX : layout->piece[cursor->piece].bytes - cursor->within;
}

// Moves by `bytes` bytes, which must follow without a gap.
void rma_cursor_advance(struct rma_cursor *cursor, size_t bytes);

// Copy from or to this rank's memory, across gaps.
void rma_cursor_read(struct rma_cursor *cursor, void *to, size_t bytes);
void rma_cursor_write(struct rma_cursor *cursor, const void *from, size_t bytes);

#endif
