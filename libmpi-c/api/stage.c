// Staging of the buffers of collectives.
#include "api/stage.h"


static bool call_side_is_dense(const struct call_side *side)
{
    if (side->types == NULL)
        return type_is_dense(side->type);
    for (int i = 0; i < side->blocks; i++) {
        if (side->counts[i] != 0 && !type_is_dense(side->types[i]))
            return false;
    }
    return true;
}

ptrdiff_t call_side_at(const struct call_side *side, int block)
{
    if (side->distances != NULL)
        return side->distances[block];
    if (side->types != NULL)
        return side->displacements[block];
    ptrdiff_t extent = type_shape(side->type).extent;
    return extent * (side->varies ? side->displacements[block] : (ptrdiff_t)block * side->count);
}

static size_t call_side_total(const struct call_side *side)
{
    size_t bytes = 0;
    for (int i = 0; i < side->blocks; i++)
        bytes += call_side_bytes(side, i);
    return bytes;
}

static void call_stage_places(struct call_stage *stage, const struct call_side *side)
{
    stage->sizes = p2p_allocate(side->blocks * (sizeof(size_t) + sizeof(ptrdiff_t)),
                                "MPI: no memory for the blocks of a collective");
    ptrdiff_t *at = (ptrdiff_t *)(stage->sizes + side->blocks), next = 0;
    for (int i = 0; i < side->blocks; i++) {
        stage->sizes[i] = call_side_bytes(side, i);
        at[i] = stage->packed != NULL ? next : call_side_at(side, i);
        next += stage->sizes[i];
    }
    stage->blocks.sizes = stage->sizes;
    stage->blocks.at = at;
}

void call_stage_open(struct call_stage *stage, const struct call_side *side, bool packs)
{
    *stage = (struct call_stage){.packed = NULL};
    if (side->blocks == 0)
        return;
    if (!call_side_is_dense(side))
        stage->packed = p2p_allocate(call_side_total(side) + 1, "MPI: no memory to pack the buffer of a collective");
    stage->blocks.base = stage->packed != NULL ? stage->packed : side->buffer;
    if (side->varies)
        call_stage_places(stage, side);
    else
        stage->blocks.bytes = stage->blocks.stride = call_side_bytes(side, 0);
    char *to = stage->packed;
    for (int i = 0; packs && to != NULL && i < side->blocks; i++) {
        type_pack(to, (char *)side->buffer + call_side_at(side, i), call_side_count(side, i), call_side_type(side, i));
        to += call_side_bytes(side, i);
    }
}

void call_stage_close(struct call_stage *stage, const struct call_side *side, bool unpacks)
{
    char *from = stage->packed;
    for (int i = 0; unpacks && from != NULL && i < side->blocks; i++) {
        size_t bytes = call_side_bytes(side, i);
        type_unpack((char *)side->buffer + call_side_at(side, i), call_side_count(side, i), call_side_type(side, i), from, bytes);
        from += bytes;
    }
    p2p_free(stage->packed);
    p2p_free(stage->sizes);
}
