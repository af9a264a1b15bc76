// What a datatype is, predefined or derived.
#include "type/type.h"

#include <string.h>

bool type_is_valid(MPI_Datatype type)
{
    return p2p_datatype(type)->extent != 0;
}

bool type_is_committed(MPI_Datatype type)
{
    return type_is_valid(type);
}

struct type_shape type_shape(MPI_Datatype type)
{
    const struct p2p_datatype *known = p2p_datatype(type);
    return (struct type_shape){known->size, 0, known->extent, 0, known->extent};
}

size_t type_size(MPI_Datatype type)
{
    return p2p_datatype(type)->size;
}

enum p2p_class type_class(MPI_Datatype type)
{
    return p2p_datatype(type)->class;
}

bool type_is_dense(MPI_Datatype type)
{
    const struct p2p_datatype *known = p2p_datatype(type);
    return known->size == known->extent;
}

void type_retain(MPI_Datatype type)
{
    (void)type;
}

void type_release(MPI_Datatype type)
{
    (void)type;
}

void type_pack(void *packed, const void *buffer, size_t count, MPI_Datatype type)
{
    memcpy(packed, buffer, count * type_size(type));
}

void type_unpack(void *buffer, size_t count, MPI_Datatype type, const void *packed, size_t bytes)
{
    size_t most = count * type_size(type);
    memcpy(buffer, packed, bytes < most ? bytes : most);
}
