// Inquiries about datatypes. A table answers for predefined types, so that a program without derived datatypes links no more
// code.
#include "type/type.h"

#include "type/internal.h"

// Returns the derived type of a handle that has not been freed, or NULL.
static struct type *type_derived(MPI_Datatype handle)
{
    struct type *type = p2p_object_of(handle, P2P_OBJECT_TYPE);
    return type != NULL && type->handles != 0 ? type : NULL;
}

bool type_is_valid(MPI_Datatype type)
{
    return p2p_is_within(type) ? p2p_datatype_within(type)->extent != 0 : type_derived(type) != NULL;
}

bool type_is_committed(MPI_Datatype type)
{
    if (p2p_is_within(type))
        return p2p_datatype_within(type)->extent != 0;
    const struct type *derived = type_derived(type);
    return derived != NULL && derived->committed;
}

bool type_is_predefined(MPI_Datatype type)
{
    return p2p_is_within(type) || type_of(type)->permanent;
}

void type_commit(MPI_Datatype type)
{
    if (!p2p_is_within(type))
        type_of(type)->committed = true;
}

struct type_shape type_shape(MPI_Datatype type)
{
    if (!p2p_is_within(type))
        return type_of(type)->shape;
    const struct p2p_datatype *known = p2p_datatype_within(type);
    // The padding of a pair comes after its elements, except in MPI_SHORT_INT.
    MPI_Aint end = known->class == P2P_SHORT_INT ? known->extent : known->size;
    return (struct type_shape){known->size, 0, known->extent, 0, end};
}

size_t type_size(MPI_Datatype type)
{
    return p2p_is_within(type) ? p2p_datatype_within(type)->size : type_of(type)->shape.size;
}

enum p2p_class type_class(MPI_Datatype type)
{
    return p2p_is_within(type) ? p2p_datatype_within(type)->class : type_of(type)->class;
}

bool type_is_dense(MPI_Datatype handle)
{
    if (p2p_is_within(handle))
        return p2p_datatype_within(handle)->size == p2p_datatype_within(handle)->extent;
    const struct type *type = type_of(handle);
    const struct type_layout *layout = type->layout;
    return layout->bytes == 0 || (layout->form == TYPE_RUN && layout->count == 1 && layout->offset == 0 &&
                                  (MPI_Aint)layout->bytes == type->shape.extent);
}

void **type_details(MPI_Datatype type)
{
    return &type_of(type)->details;
}
