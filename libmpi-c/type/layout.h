// Layouts: where the bytes of a datatype lie, in the order of packing, described by as few loops over as long runs as possible.
// Types share the layouts of the types that they are built from.
#ifndef TYPE_LAYOUT_H
#define TYPE_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

#include "include/mpi.h"

enum type_form {
    TYPE_RUN,     // `count` blocks of `block` bytes, `stride` apart, the first at `offset`; one block if contiguous
    TYPE_BLOCKS,  // `count` blocks, each with its own offset and length
    TYPE_PARTS,   // `count` parts, each a repetition of another layout
};

struct type_block {
    MPI_Aint offset;
    size_t bytes;
};

// `count` times `layout`, `stride` bytes apart, from `offset` on. If `layout` is NULL: `count` contiguous bytes.
struct type_part {
    MPI_Aint offset;
    size_t count;
    MPI_Aint stride;
    struct type_layout *layout;
};

struct type_layout {
    uint32_t references;
    enum type_form form;
    size_t bytes;    // of all data
    size_t count;
    size_t block;    // TYPE_RUN: the length of a block; TYPE_BLOCKS: the same if all blocks have one length, else 0
    uintptr_t bits;  // TYPE_BLOCKS: bitwise or of all offsets (see TYPE_FITS)
    MPI_Aint offset, stride;
    union {
        struct type_block blocks[0];
        struct type_part parts[0];
    };
};

// Adds a reference and returns the layout.
static inline struct type_layout *type_layout_retain(struct type_layout *layout)
{
    layout->references++;
    return layout;
}

// Drops a reference; the last one frees the layout.
void type_layout_release(struct type_layout *layout);

// Makes a layout of form TYPE_RUN with one reference.
struct type_layout *type_layout_run(MPI_Aint offset, size_t count, MPI_Aint stride, size_t block);

// Returns `count` repetitions of a layout, `stride` bytes apart, with one reference for the caller.
struct type_layout *type_layout_repeat(struct type_layout *layout, size_t count, MPI_Aint stride);

// Makes room for one more element in an array that has `count` elements and room for `*room`. Returns the array, which may have
// moved, and updates `*room`.
void *type_grow(void *array, size_t count, size_t *room, size_t bytes_each);

// A layout under construction. Parts are added in the order of packing: type_draft_begin, then type_draft_add for each part (see
// struct type_part), then type_draft_end, which returns the layout with one reference and frees the draft.
struct type_draft {
    size_t count, room;
    struct type_part *parts;
};

void type_draft_begin(struct type_draft *draft, size_t parts_expected);
void type_draft_add(struct type_draft *draft, MPI_Aint offset, size_t count, MPI_Aint stride, struct type_layout *layout);
struct type_layout *type_draft_end(struct type_draft *draft);

#endif
