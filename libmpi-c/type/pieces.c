// The memory of an element as pieces, and the predefined type of its basic elements.
#include "type/contents.h"
#include "type/internal.h"

struct type_collector {
    struct type_piece *pieces;
    size_t most, count;
    struct type_piece last;         // not written yet, because it may grow
    size_t element, padded, within; // with padding: bytes of a pair, without and with its gaps, and bytes of the present one
};

static void type_flush_piece(struct type_collector *collector)
{
    if (collector->last.bytes == 0)
        return;
    if (collector->count < collector->most)
        collector->pieces[collector->count] = collector->last;
    collector->count++;
}

static void type_put_piece(struct type_collector *collector, MPI_Aint offset, size_t bytes)
{
    struct type_piece *last = &collector->last;
    if (last->bytes != 0 && last->offset + (MPI_Aint)last->bytes == offset) {
        last->bytes += bytes;
        return;
    }
    type_flush_piece(collector);
    *last = (struct type_piece){offset, bytes};
}

// With padding, the first piece of a pair stands for the whole pair; the rest of its pieces are skipped.
static void type_collect(struct type_collector *collector, MPI_Aint offset, size_t bytes)
{
    if (collector->padded == 0) {
        type_put_piece(collector, offset, bytes);
        return;
    }
    if (collector->within == 0)
        type_put_piece(collector, offset, collector->padded);
    collector->within = (collector->within + bytes) % collector->element;
}

static void type_collect_layout(struct type_collector *collector, MPI_Aint at, const struct type_layout *layout)
{
    if (layout->bytes == 0)
        return;
    if (layout->form == TYPE_RUN) {
        for (size_t i = 0; i < layout->count; i++)
            type_collect(collector, at + layout->offset + (MPI_Aint)i * layout->stride, layout->block);
        return;
    }
    for (size_t i = 0; i < layout->count; i++) {
        if (layout->form == TYPE_BLOCKS) {
            type_collect(collector, at + layout->blocks[i].offset, layout->blocks[i].bytes);
            continue;
        }
        const struct type_part *part = &layout->parts[i];
        if (part->layout == NULL)
            type_collect(collector, at + part->offset, part->count);
        for (size_t j = 0; part->layout != NULL && j < part->count; j++)
            type_collect_layout(collector, at + part->offset + (MPI_Aint)j * part->stride, part->layout);
    }
}

size_t type_pieces(MPI_Datatype type, bool padded, struct type_piece *pieces, size_t most)
{
    struct type_collector collector = {.pieces = pieces, .most = most};
    const struct p2p_datatype *element = p2p_datatype(padded ? type_element(type) : MPI_DATATYPE_NULL);
    if (element->size != element->extent) {
        collector.element = element->size;
        collector.padded = element->extent;
    }
    type_collect_layout(&collector, 0, type_of(type)->layout);
    type_flush_piece(&collector);
    return collector.count;
}

MPI_Datatype type_element(MPI_Datatype type)
{
    if (p2p_is_within(type))
        return type;
    const struct type_contents *contents = type_contents(type);
    if (contents == NULL)
        return type_of(type)->signature->count == 1 ? type_of(type)->signature->items[0].basic : MPI_DATATYPE_NULL;
    MPI_Datatype all = MPI_DATATYPE_NULL;
    for (int i = 0; i < contents->type_count; i++) {
        if (type_size(contents->types[i]) == 0)
            continue;
        MPI_Datatype one = type_element(contents->types[i]);
        if (one == MPI_DATATYPE_NULL || (all != MPI_DATATYPE_NULL && all != one))
            return MPI_DATATYPE_NULL;
        all = one;
    }
    return all;
}
