// Building layouts: adjacent blocks become one block, blocks at equal distances become a run; small parts are copied, large ones
// shared.
#include "type/layout.h"

#include <stdbool.h>
#include <string.h>

#include "p2p/p2p.h"

// A layout with at most this many parts is copied when it is repeated or nested. A larger one is shared.
enum { TYPE_WRITTEN_OUT = 64 };

static const char *const type_no_memory = "MPI: no memory for a derived datatype";

static struct type_layout *type_layout_new(enum type_form form, size_t count, size_t bytes_each)
{
    struct type_layout *layout = p2p_allocate(sizeof *layout + count * bytes_each, type_no_memory);
    *layout = (struct type_layout){.references = 1, .form = form, .count = count};
    return layout;
}

void type_layout_release(struct type_layout *layout)
{
    if (--layout->references != 0)
        return;
    for (size_t i = 0; layout->form == TYPE_PARTS && i < layout->count; i++) {
        if (layout->parts[i].layout != NULL)
            type_layout_release(layout->parts[i].layout);
    }
    p2p_free(layout);
}

struct type_layout *type_layout_run(MPI_Aint offset, size_t count, MPI_Aint stride, size_t block)
{
    struct type_layout *layout = type_layout_new(TYPE_RUN, 0, 0);
    layout->bytes = count * block;
    bool whole = count <= 1 || stride == (MPI_Aint)block;
    layout->count = whole ? 1 : count;
    layout->block = whole ? layout->bytes : block;
    layout->stride = whole ? (MPI_Aint)layout->bytes : stride;
    layout->offset = offset;
    return layout;
}

static inline bool type_is_whole(const struct type_layout *layout)
{
    return layout->form == TYPE_RUN && layout->count == 1;
}

struct type_layout *type_layout_repeat(struct type_layout *layout, size_t count, MPI_Aint stride)
{
    struct type_draft draft;
    type_draft_begin(&draft, 1);
    type_draft_add(&draft, 0, count, stride, layout);
    return type_draft_end(&draft);
}

void type_draft_begin(struct type_draft *draft, size_t parts_expected)
{
    draft->count = 0;
    draft->room = parts_expected < 4 ? 4 : parts_expected;
    draft->parts = p2p_allocate(draft->room * sizeof *draft->parts, type_no_memory);
}

void *type_grow(void *array, size_t count, size_t *room, size_t bytes_each)
{
    if (count < *room)
        return array;
    *room *= 2;
    void *larger = memcpy(p2p_allocate(*room * bytes_each, type_no_memory), array, count * bytes_each);
    p2p_free(array);
    return larger;
}

static void type_draft_put(struct type_draft *draft, struct type_part part)
{
    draft->parts = type_grow(draft->parts, draft->count, &draft->room, sizeof part);
    draft->parts[draft->count++] = part;
}

static void type_draft_bytes(struct type_draft *draft, MPI_Aint offset, size_t bytes)
{
    struct type_part *last = draft->count == 0 ? NULL : &draft->parts[draft->count - 1];
    if (last != NULL && last->layout == NULL && last->offset + (MPI_Aint)last->count == offset)
        last->count += bytes;
    else
        type_draft_put(draft, (struct type_part){offset, bytes, 0, NULL});
}

// Adds the parts of one repetition of a layout to a draft.
static void type_draft_write_out(struct type_draft *draft, MPI_Aint offset, const struct type_layout *layout)
{
    for (size_t i = 0; i < layout->count; i++) {
        if (layout->form == TYPE_RUN) {
            type_draft_bytes(draft, offset + layout->offset + (MPI_Aint)i * layout->stride, layout->block);
        } else if (layout->form == TYPE_BLOCKS) {
            type_draft_bytes(draft, offset + layout->blocks[i].offset, layout->blocks[i].bytes);
        } else if (layout->parts[i].layout == NULL) {
            type_draft_bytes(draft, offset + layout->parts[i].offset, layout->parts[i].count);
        } else {
            struct type_part part = layout->parts[i];
            part.offset += offset;
            type_layout_retain(part.layout);
            type_draft_put(draft, part);
        }
    }
}

void type_draft_add(struct type_draft *draft, MPI_Aint offset, size_t count, MPI_Aint stride, struct type_layout *layout)
{
    size_t bytes = count * layout->bytes;
    if (bytes == 0)
        return;
    if (type_is_whole(layout) && (count == 1 || stride == (MPI_Aint)layout->bytes)) {
        type_draft_bytes(draft, offset + layout->offset, bytes);
    } else if (count <= TYPE_WRITTEN_OUT && draft->count + count * layout->count <= TYPE_WRITTEN_OUT) {
        for (size_t i = 0; i < count; i++)
            type_draft_write_out(draft, offset + (MPI_Aint)i * stride, layout);
    } else {
        type_draft_put(draft, (struct type_part){offset, count, stride, type_layout_retain(layout)});
    }
}

// Are these blocks of one length, at equal distances?
static bool type_draft_is_run(const struct type_draft *draft)
{
    const struct type_part *parts = draft->parts;
    for (size_t i = 0; i < draft->count; i++) {
        if (parts[i].layout != NULL || parts[i].count != parts[0].count ||
            (i > 1 && parts[i].offset - parts[i - 1].offset != parts[1].offset - parts[0].offset))
            return false;
    }
    return true;
}

static bool type_draft_is_blocks(const struct type_draft *draft)
{
    for (size_t i = 0; i < draft->count; i++) {
        if (draft->parts[i].layout != NULL)
            return false;
    }
    return true;
}

static struct type_layout *type_layout_of_blocks(const struct type_draft *draft)
{
    struct type_layout *layout = type_layout_new(TYPE_BLOCKS, draft->count, sizeof layout->blocks[0]);
    layout->block = draft->parts[0].count;
    for (size_t i = 0; i < draft->count; i++) {
        layout->blocks[i] = (struct type_block){draft->parts[i].offset, draft->parts[i].count};
        layout->bytes += draft->parts[i].count;
        layout->bits |= (uintptr_t)draft->parts[i].offset;
        if (draft->parts[i].count != layout->block)
            layout->block = 0;
    }
    return layout;
}

static struct type_layout *type_layout_of_parts(const struct type_draft *draft)
{
    struct type_layout *layout = type_layout_new(TYPE_PARTS, draft->count, sizeof layout->parts[0]);
    memcpy(layout->parts, draft->parts, draft->count * sizeof layout->parts[0]);
    for (size_t i = 0; i < draft->count; i++)
        layout->bytes += draft->parts[i].count * (draft->parts[i].layout == NULL ? 1 : draft->parts[i].layout->bytes);
    return layout;
}

// Returns the layout of the only part of a draft if that is a run as a whole, else NULL.
static struct type_layout *type_layout_of_one(const struct type_part *part)
{
    const struct type_layout *inner = part->layout;
    if (inner == NULL || inner->form != TYPE_RUN)
        return NULL;
    MPI_Aint offset = part->offset + inner->offset;
    if (inner->count == 1)
        return type_layout_run(offset, part->count, part->stride, inner->block);
    if (part->count == 1 || part->stride == (MPI_Aint)inner->count * inner->stride)
        return type_layout_run(offset, part->count * inner->count, inner->stride, inner->block);
    return NULL;
}

struct type_layout *type_draft_end(struct type_draft *draft)
{
    struct type_layout *layout = NULL;
    if (draft->count == 0) {
        layout = type_layout_run(0, 0, 0, 0);
    } else if (type_draft_is_run(draft)) {
        MPI_Aint stride = draft->count == 1 ? 0 : draft->parts[1].offset - draft->parts[0].offset;
        layout = type_layout_run(draft->parts[0].offset, draft->count, stride, draft->parts[0].count);
    } else if (type_draft_is_blocks(draft)) {
        layout = type_layout_of_blocks(draft);
    } else {
        if (draft->count == 1)
            layout = type_layout_of_one(&draft->parts[0]);
        if (layout != NULL)
            type_layout_release(draft->parts[0].layout);
        else
            layout = type_layout_of_parts(draft);
    }
    p2p_free(draft->parts);
    return layout;
}
