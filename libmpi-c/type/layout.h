// Where the bytes of a type lie, in the order in which they are packed: as few loops over as long runs as possible. Types share
// the layouts of what they are built from.
#ifndef TYPE_LAYOUT_H
#define TYPE_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

#include "include/mpi.h"

enum type_form {
    TYPE_RUN,     // `count` blocks of `block` bytes at `stride`, the first at `offset`; one block: all in one piece
    TYPE_BLOCKS,  // `count` blocks, each where and as long as it wants
    TYPE_PARTS,   // `count` parts, each some repetitions of another layout
};

struct type_block {
    MPI_Aint offset;
    size_t bytes;
};

// With a layout: so many of it at `stride`. Without: `count` bytes in one piece.
struct type_part {
    MPI_Aint offset;
    size_t count;
    MPI_Aint stride;
    struct type_layout *layout;
};

struct type_layout {
    uint32_t references;
    enum type_form form;
    size_t bytes;  // in all
    size_t count;
    size_t block;  // TYPE_BLOCKS: the length of each block when all are of one length, else 0
    uintptr_t bits;  // TYPE_BLOCKS: all offsets or-ed together
    MPI_Aint offset, stride;
    union {
        struct type_block blocks[0];
        struct type_part parts[0];
    };
};

static inline struct type_layout *type_layout_retain(struct type_layout *layout)
{
    layout->references++;
    return layout;
}

void type_layout_release(struct type_layout *layout);

struct type_layout *type_layout_run(MPI_Aint offset, size_t count, MPI_Aint stride, size_t block);

// `count` of the layout at `stride`.
struct type_layout *type_layout_repeat(struct type_layout *layout, size_t count, MPI_Aint stride);

// Makes room in an array for one element more; it has `count`, and room for `*room`.
void *type_grow(void *array, size_t count, size_t *room, size_t bytes_each);

// A layout under construction, part by part in the order of packing.
struct type_draft {
    size_t count, room;
    struct type_part *parts;
};

void type_draft_begin(struct type_draft *draft, size_t parts_expected);
void type_draft_add(struct type_draft *draft, MPI_Aint offset, size_t count, MPI_Aint stride, struct type_layout *layout);
struct type_layout *type_draft_end(struct type_draft *draft);

#endif
