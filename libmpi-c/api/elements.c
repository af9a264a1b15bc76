// Elements of reductions: where they lie, and how operations that programs define see them (MPI 5.0 §6.9.5).
#include "api/call.h"
#include "api/collective.h"

// Lays out elements with gaps in memory of the reduction. If the data of an element fits within its extent, elements are an
// extent apart, and one call of the operation combines all. Else they are at least a true extent apart, with a call for each.
static void call_elements_copied(struct call_elements *elements, MPI_Datatype type)
{
    struct type_shape shape = type_shape(type);
    bool fits = shape.extent > 0 && shape.true_lb >= shape.lb && shape.true_lb + shape.true_extent <= shape.lb + shape.extent;
    size_t room = (shape.true_extent + 15) / 16 * 16;
    elements->copied = true;
    elements->user.single = !fits;
    elements->user.origin = fits ? -shape.lb : -shape.true_lb;
    elements->reduction.extent = fits ? (size_t)shape.extent : room != 0 ? room : 16;
}

void call_elements_open(struct call_elements *elements, MPI_Op handle, MPI_Datatype type, size_t count)
{
    const struct op *op = op_of(handle);
    *elements = (struct call_elements){.reduction = {.count = count, .extent = type_shape(type).extent}};
    if (op == NULL) {
        elements->reduction.combine = coll_find_kernel(handle, type_class(type));
        return;
    }
    elements->user = (struct coll_user){.function = op->function, .function_c = op->function_c, .type = type,
                                        .ordered = !op->commutes};
    elements->reduction.user = &elements->user;
    if (!p2p_is_within(type) && !type_is_dense(type))
        call_elements_copied(elements, type);
}

// Copies one element at a time, because elements may be farther apart in one memory than in the other.
static void call_elements_copy(const struct call_elements *elements, void *memory, void *buffer, size_t count, bool loads)
{
    MPI_Datatype type = elements->user.type;
    size_t bytes = type_size(type);
    ptrdiff_t extent = type_shape(type).extent;
    char *packed = p2p_allocate(bytes + 1, "MPI: no memory for an element of a reduction"), *own = memory, *users = buffer;
    own += elements->user.origin;
    for (size_t i = 0; i < count; i++) {
        type_pack(packed, loads ? users : own, 1, type);
        type_unpack(loads ? own : users, 1, type, packed, bytes);
        own += elements->reduction.extent;
        users += extent;
    }
    p2p_free(packed);
}

void call_elements_load(const struct call_elements *elements, void *memory, const void *buffer, size_t count)
{
    call_elements_copy(elements, memory, (void *)buffer, count, true);
}

void call_elements_store(const struct call_elements *elements, void *buffer, const void *memory, size_t count)
{
    call_elements_copy(elements, (void *)memory, buffer, count, false);
}
