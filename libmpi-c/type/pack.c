// Packing and unpacking: a walk over the layout, from its loops down to runs of blocks.
#include <string.h>

#include "type/copy.h"
#include "type/internal.h"

struct type_walk {
    unsigned char *packed;  // the next packed byte
    bool unpacks;
};

static void type_walk_run(struct type_walk *walk, unsigned char *user, size_t count, MPI_Aint stride, size_t block)
{
    unsigned char *packed = walk->packed;
    walk->packed += count * block;
    if (count == 1)
        type_copy_block(walk->unpacks ? user : packed, walk->unpacks ? packed : user, block);
    else if (walk->unpacks)
        type_copy_run(user, stride, packed, block, count, block);
    else
        type_copy_run(packed, block, user, stride, count, block);
}

static void type_walk_blocks(struct type_walk *walk, unsigned char *user, const struct type_layout *layout)
{
    unsigned char *packed = walk->packed;
    walk->packed += layout->bytes;
    if (layout->block != 0) {
        type_copy_listed(walk->unpacks, packed, user, layout);
        return;
    }
    const struct type_block *block = layout->blocks, *end = block + layout->count;
    for (; block != end; packed += block->bytes, block++) {
        unsigned char *at = user + block->offset;
        type_copy_block(walk->unpacks ? at : packed, walk->unpacks ? packed : at, block->bytes);
    }
}

// Copies `count` repetitions of a layout that is not empty, `stride` bytes apart.
static void type_walk_all(struct type_walk *walk, unsigned char *user, size_t count, MPI_Aint stride,
                          const struct type_layout *layout);

static void type_walk_part(struct type_walk *walk, unsigned char *user, const struct type_part *part)
{
    if (part->layout == NULL)
        type_walk_run(walk, user + part->offset, 1, 0, part->count);
    else
        type_walk_all(walk, user + part->offset, part->count, part->stride, part->layout);
}

static void type_walk_all(struct type_walk *walk, unsigned char *user, size_t count, MPI_Aint stride,
                          const struct type_layout *layout)
{
    if (layout->form == TYPE_RUN && layout->count == 1) {
        type_walk_run(walk, user + layout->offset, count, stride, layout->block);
        return;
    }
    for (; count > 0; count--, user += stride) {
        if (layout->form == TYPE_RUN) {
            type_walk_run(walk, user + layout->offset, layout->count, layout->stride, layout->block);
        } else if (layout->form == TYPE_BLOCKS) {
            type_walk_blocks(walk, user, layout);
        } else {
            for (size_t i = 0; i < layout->count; i++)
                type_walk_part(walk, user, &layout->parts[i]);
        }
    }
}

// Copies the first `bytes` packed bytes of `count` repetitions of a layout that is not empty.
static void type_walk_some(struct type_walk *walk, unsigned char *user, size_t count, MPI_Aint stride,
                           const struct type_layout *layout, size_t bytes);

// The same for one repetition, of which not all bytes are copied.
static void type_walk_some_parts(struct type_walk *walk, unsigned char *user, const struct type_layout *layout, size_t bytes)
{
    for (size_t i = 0; bytes > 0; i++) {
        struct type_part part = layout->parts[i];
        size_t most = part.count * (part.layout == NULL ? 1 : part.layout->bytes);
        size_t now = bytes < most ? bytes : most;
        if (part.layout == NULL)
            type_walk_run(walk, user + part.offset, 1, 0, now);
        else
            type_walk_some(walk, user + part.offset, part.count, part.stride, part.layout, now);
        bytes -= now;
    }
}

static void type_walk_some_blocks(struct type_walk *walk, unsigned char *user, const struct type_layout *layout, size_t bytes)
{
    for (size_t i = 0; bytes > 0; i++) {
        size_t now = bytes < layout->blocks[i].bytes ? bytes : layout->blocks[i].bytes;
        type_walk_run(walk, user + layout->blocks[i].offset, 1, 0, now);
        bytes -= now;
    }
}

static void type_walk_some(struct type_walk *walk, unsigned char *user, size_t count, MPI_Aint stride,
                           const struct type_layout *layout, size_t bytes)
{
    size_t whole = bytes / layout->bytes < count ? bytes / layout->bytes : count;
    type_walk_all(walk, user, whole, stride, layout);
    bytes -= whole * layout->bytes;
    if (bytes == 0 || whole == count)
        return;
    user += (MPI_Aint)whole * stride;
    if (layout->form == TYPE_RUN) {
        size_t blocks = bytes / layout->block;
        type_walk_run(walk, user + layout->offset, blocks, layout->stride, layout->block);
        type_walk_run(walk, user + layout->offset + (MPI_Aint)blocks * layout->stride, 1, 0, bytes % layout->block);
    } else if (layout->form == TYPE_BLOCKS) {
        type_walk_some_blocks(walk, user, layout, bytes);
    } else {
        type_walk_some_parts(walk, user, layout, bytes);
    }
}

void type_pack(void *packed, const void *buffer, size_t count, MPI_Datatype handle)
{
    if (type_is_dense(handle)) {
        memcpy(packed, buffer, count * type_size(handle));
        return;
    }
    const struct type *type = type_of(handle);
    struct type_walk walk = {packed, false};
    type_walk_all(&walk, (unsigned char *)buffer, count, type->shape.extent, type->layout);
}

void type_unpack(void *buffer, size_t count, MPI_Datatype handle, const void *packed, size_t bytes)
{
    if (type_is_dense(handle)) {
        size_t most = count * type_size(handle);
        memcpy(buffer, packed, bytes < most ? bytes : most);
        return;
    }
    const struct type *type = type_of(handle);
    struct type_walk walk = {(unsigned char *)packed, true};
    type_walk_some(&walk, buffer, count, type->shape.extent, type->layout, bytes);
}
