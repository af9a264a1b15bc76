// Places in buffers of any datatype.
#include "rma/cursor.h"

#include <string.h>

#include "p2p/p2p.h"

static struct rma_layout *rma_layout_new(MPI_Datatype type, bool padded)
{
    size_t pieces = type_pieces(type, padded, NULL, 0);
    struct rma_layout *layout = p2p_allocate(sizeof *layout + pieces * sizeof layout->piece[0],
                                             "MPI: no memory for the pieces of a datatype in one-sided communication");
    layout->references = 1;
    layout->pieces = pieces;
    layout->extent = type_shape(type).extent;
    type_pieces(type, padded, layout->piece, pieces);
    layout->bytes = 0;
    for (size_t i = 0; i < pieces; i++)
        layout->bytes += layout->piece[i].bytes;
    return layout;
}

// Are elements without gaps? Predefined pairs are, if they are padded.
static bool rma_is_dense(MPI_Datatype type, bool padded)
{
    return type_is_dense(type) || (padded && p2p_is_within(type));
}

size_t rma_cursor_open(struct rma_cursor *cursor, uint64_t address, MPI_Datatype type, bool padded)
{
    *cursor = (struct rma_cursor){.address = address};
    if (rma_is_dense(type, padded))
        return padded && p2p_is_within(type) ? (size_t)type_shape(type).extent : type_size(type);
    struct rma_layout *layout = rma_layout_new(type, padded);
    cursor->layout = layout;
    return layout->bytes;
}

void rma_cursor_copy(struct rma_cursor *to, const struct rma_cursor *from)
{
    *to = *from;
    if (to->layout != NULL)
        to->layout->references++;
}

void rma_cursor_close(struct rma_cursor *cursor)
{
    if (cursor->layout != NULL && --cursor->layout->references == 0)
        p2p_free(cursor->layout);
    cursor->layout = NULL;
}

void rma_span(MPI_Datatype type, size_t count, MPI_Aint *first, MPI_Aint *end)
{
    struct type_shape shape = type_shape(type);
    MPI_Aint last = (MPI_Aint)(count - 1) * shape.extent;
    *first = shape.true_lb + (last < 0 ? last : 0);
    *end = shape.true_lb + shape.true_extent + (last > 0 ? last : 0);
}

void rma_cursor_advance(struct rma_cursor *cursor, size_t bytes)
{
    const struct rma_layout *layout = cursor->layout;
    if (layout == NULL) {
        cursor->address += bytes;
        return;
    }
    cursor->within += bytes;
    if (cursor->within < layout->piece[cursor->piece].bytes)
        return;
    cursor->within = 0;
    if (++cursor->piece == layout->pieces) {
        cursor->piece = 0;
        cursor->address += layout->extent;
    }
}

// Returns the next piece of memory, `*bytes` at most, sets its length, and moves past it.
static void *rma_cursor_take(struct rma_cursor *cursor, size_t *bytes)
{
    size_t room = rma_cursor_room(cursor);
    void *at = (void *)(uintptr_t)rma_cursor_at(cursor);
    if (*bytes > room)
        *bytes = room;
    rma_cursor_advance(cursor, *bytes);
    return at;
}

void rma_cursor_read(struct rma_cursor *cursor, void *to, size_t bytes)
{
    for (size_t piece; bytes > 0; bytes -= piece) {
        piece = bytes;
        const void *from = rma_cursor_take(cursor, &piece);
        memcpy(to, from, piece);
        to = (unsigned char *)to + piece;
    }
}

void rma_cursor_write(struct rma_cursor *cursor, const void *from, size_t bytes)
{
    for (size_t piece; bytes > 0; bytes -= piece) {
        piece = bytes;
        void *to = rma_cursor_take(cursor, &piece);
        memcpy(to, from, piece);
        from = (const unsigned char *)from + piece;
    }
}
