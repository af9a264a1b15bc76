// Building types from types: their bounds by the standard's rules (MPI 5.0 §5.1, §5.1.7), layouts and signatures.
#include "type/build.h"

#include "p2p/p2p.h"
#include "type/internal.h"

// A range of addresses, empty at first.
struct type_range {
    bool any;
    MPI_Aint low, high;
};

struct type_builder {
    struct type_draft draft;
    struct type_item *items;
    size_t item_count, item_room;
    struct type_range data;    // of all bytes
    struct type_range lb, ub;  // of the bounds that were set: the lowest lb and the highest ub hold
    uint8_t alignment;
};

static void type_range_add(struct type_range *range, MPI_Aint low, MPI_Aint high)
{
    if (!range->any || low < range->low)
        range->low = low;
    if (!range->any || high > range->high)
        range->high = high;
    range->any = true;
}

bool type_is_marker(MPI_Datatype type)
{
    return type == MPI_LB || type == MPI_UB;
}

struct type_builder *type_build(size_t blocks_expected)
{
    struct type_builder *builder = p2p_allocate(sizeof *builder, "MPI: no memory to build a datatype");
    *builder = (struct type_builder){.item_room = 4};
    builder->items = p2p_allocate(builder->item_room * sizeof *builder->items, "MPI: no memory to build a datatype");
    type_draft_begin(&builder->draft, blocks_expected);
    return builder;
}

static void type_build_item(struct type_builder *builder, struct type_item item)
{
    struct type_item *last = builder->item_count == 0 ? NULL : &builder->items[builder->item_count - 1];
    if (item.count == 0)
        return;
    if (last != NULL && last->of == item.of && last->basic == item.basic) {
        last->count += item.count;
        return;
    }
    builder->items = type_grow(builder->items, builder->item_count, &builder->item_room, sizeof item);
    builder->items[builder->item_count++] = item;
}

// Updates the bounds for `count` repetitions of `type`, `stride` bytes apart. Only the first and the last one matter.
static void type_build_bounds(struct type_builder *builder, MPI_Aint displacement, size_t count, MPI_Aint stride,
                              const struct type *type)
{
    MPI_Aint ends[] = {displacement, displacement + (MPI_Aint)(count - 1) * stride};
    const struct type_shape *shape = &type->shape;
    for (int i = 0; i < 2; i++) {
        MPI_Aint at = ends[i];
        if (shape->size != 0)
            type_range_add(&builder->data, at + shape->true_lb, at + shape->true_lb + shape->true_extent);
        if (type->marked_lb)
            type_range_add(&builder->lb, at + shape->lb, at + shape->lb);
        if (type->marked_ub)
            type_range_add(&builder->ub, at + shape->lb + shape->extent, at + shape->lb + shape->extent);
    }
    if (type->alignment > builder->alignment)
        builder->alignment = type->alignment;
}

static void type_build_strided(struct type_builder *builder, MPI_Aint displacement, size_t count, MPI_Aint stride,
                               const struct type *type)
{
    if (count == 0)
        return;
    type_draft_add(&builder->draft, displacement, count, stride, type->layout);
    type_build_item(builder, type_item_of(type->signature, count));
    type_build_bounds(builder, displacement, count, stride, type);
}

void type_build_block(struct type_builder *builder, MPI_Aint displacement, size_t blocklength, MPI_Datatype element)
{
    if (type_is_marker(element) && blocklength > 0) {
        type_range_add(element == MPI_LB ? &builder->lb : &builder->ub, displacement, displacement);
    } else if (!type_is_marker(element)) {
        const struct type *type = type_of(element);
        type_build_strided(builder, displacement, blocklength, type->shape.extent, type);
    }
}

// Returns the shape of the new type. Its extent is rounded up to the alignment, unless the upper bound was set (MPI 5.0 §5.1, the
// epsilon).
static struct type_shape type_build_shape(const struct type_builder *builder)
{
    struct type_shape shape = {0, 0, 0, 0, 0};
    if (builder->data.any) {
        shape.true_lb = builder->data.low;
        shape.true_extent = builder->data.high - builder->data.low;
    }
    shape.lb = builder->lb.any ? builder->lb.low : builder->data.any ? builder->data.low : 0;
    shape.extent = (builder->ub.any ? builder->ub.high : builder->data.any ? builder->data.high : 0) - shape.lb;
    if (!builder->ub.any && builder->data.any) {
        MPI_Aint over = builder->alignment == 0 ? 0 : shape.extent % builder->alignment;
        shape.extent += over > 0 ? builder->alignment - over : -over;
    }
    return shape;
}

MPI_Datatype type_build_end(struct type_builder *builder)
{
    struct type *type = type_new();
    type->shape = type_build_shape(builder);
    type->layout = type_draft_end(&builder->draft);
    type->signature = type_signature_new(builder->items, builder->item_count);
    type->shape.size = type->layout->bytes;
    type->marked_lb = builder->lb.any;
    type->marked_ub = builder->ub.any;
    type->alignment = builder->alignment;
    p2p_free(builder->items);
    p2p_free(builder);
    return type_handle(type);
}

MPI_Datatype type_strided(size_t count, size_t blocklength, MPI_Aint stride, MPI_Datatype element)
{
    struct type_builder *builder = type_build(1);
    type_build_block(builder, 0, count == 0 ? 0 : blocklength, element);
    MPI_Datatype block = type_build_end(builder);
    if (count <= 1 || blocklength == 0)
        return block;
    builder = type_build(1);
    type_build_strided(builder, 0, count, stride, type_of(block));
    MPI_Datatype all = type_build_end(builder);
    type_handle_free(block);
    return all;
}

MPI_Datatype type_duplicate(MPI_Datatype original)
{
    const struct type *from = type_of(original);
    struct type *type = type_new();
    struct p2p_object object = type->object;
    *type = *from;
    type->object = object;
    type->handles = 1;
    type->class = P2P_OPAQUE;
    type->permanent = false;
    type->contents = NULL;
    type->details = NULL;
    type_layout_retain(type->layout);
    type->signature->references++;
    return type_handle(type);
}

MPI_Datatype type_resized(MPI_Datatype element, MPI_Aint lb, MPI_Aint extent)
{
    struct type *type = type_of(type_duplicate(element));
    type->shape.lb = lb;
    type->shape.extent = extent;
    type->marked_lb = type->marked_ub = true;
    type->committed = false;
    return type_handle(type);
}

MPI_Datatype type_permanent(MPI_Datatype named)
{
    struct type *type = type_of(type_duplicate(named));
    type->permanent = true;
    type->class = type_class(named);
    return type_handle(type);
}
