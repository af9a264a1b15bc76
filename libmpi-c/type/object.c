// Types as objects: handles, references, and the predefined ones among them.
#include <string.h>

#include "p2p/p2p.h"
#include "type/contents.h"
#include "type/internal.h"

static struct p2p_object_pool type_pool = {P2P_OBJECT_TYPE, sizeof(struct type), NULL};

struct type *type_new(void)
{
    struct type *type = p2p_object_new(&type_pool);
    type->handles = 1;
    return type;
}

// Returns the alignment of a predefined type (MPI 5.0 §5.1). For pairs and complex numbers, it is that of their parts.
static uint8_t type_alignment(const struct p2p_datatype *known)
{
    switch (known->class) {
    case P2P_FLOAT_COMPLEX: case P2P_FLOAT_INT: case P2P_2FLOAT: case P2P_2INT:
        return _Alignof(int);
    case P2P_DOUBLE_COMPLEX: case P2P_DOUBLE_INT: case P2P_2DOUBLE:
        return _Alignof(double);
    case P2P_LONG_DOUBLE_COMPLEX: case P2P_LONG_DOUBLE_INT:
        return _Alignof(long double);
    case P2P_LONG_INT:
        return _Alignof(long);
    case P2P_SHORT_INT:
        return _Alignof(int);
    default:
        return known->size;
    }
}

// Returns the layout of a predefined type. MPI_SHORT_INT is the only one with a gap within.
static struct type_layout *type_layout_named(const struct p2p_datatype *known)
{
    if (known->class != P2P_SHORT_INT)
        return type_layout_run(0, 1, 0, known->size);
    struct type_draft draft;
    struct type_layout *first = type_layout_run(0, 1, 0, sizeof(short));
    struct type_layout *second = type_layout_run(_Alignof(int), 1, 0, sizeof(int));
    type_draft_begin(&draft, 2);
    type_draft_add(&draft, 0, 1, 0, first);
    type_draft_add(&draft, 0, 1, 0, second);
    type_layout_release(first);
    type_layout_release(second);
    return type_draft_end(&draft);
}

static struct type *type_named(MPI_Datatype handle)
{
    const struct p2p_datatype *known = p2p_datatype(handle);
    struct type *type = p2p_allocate(sizeof *type, "MPI: no memory for the description of a datatype");
    *type = (struct type){.object = {P2P_OBJECT_TYPE, 1, NULL}, .committed = true, .permanent = true};
    type->class = known->class;
    type->layout = type_layout_named(known);
    type->signature = type_signature_named(handle);
    type->shape = type_shape(handle);
    type->alignment = type_alignment(known);
    return type;
}

struct type *type_of(MPI_Datatype handle)
{
    static struct type **named;
    if (!p2p_is_within(handle))
        return (struct type *)handle;
    if (named == NULL) {
        size_t bytes = P2P_DATATYPE_COUNT * sizeof *named;
        named = memset(p2p_allocate(bytes, "MPI: no memory for the table of datatypes"), 0, bytes);
    }
    struct type **entry = &named[(uintptr_t)handle - P2P_DATATYPE_FIRST];
    if (*entry == NULL)
        *entry = type_named(handle);
    return *entry;
}

void type_retain(MPI_Datatype type)
{
    if (!p2p_is_within(type))
        p2p_object_retain(type_of(type));
}

void type_release(MPI_Datatype handle)
{
    if (p2p_is_within(handle))
        return;
    struct type *type = type_of(handle);
    if (!p2p_object_release(type))
        return;
    type_layout_release(type->layout);
    type_signature_release(type->signature);
    type_contents_free(type->contents);
    p2p_object_free(&type_pool, type);
}

void type_handle_add(MPI_Datatype handle)
{
    if (p2p_is_within(handle))
        return;
    struct type *type = type_of(handle);
    if (type->handles++ == 0)
        p2p_object_retain(type);
}

bool type_handle_is_last(MPI_Datatype handle)
{
    return type_of(handle)->handles == 1;
}

void type_handle_free(MPI_Datatype handle)
{
    struct type *type = type_of(handle);
    if (--type->handles == 0)
        type_release(handle);
}
