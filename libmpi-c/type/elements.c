// Counts of the basic elements of a type.
#include "type/elements.h"

#include "type/internal.h"

uint64_t type_elements(MPI_Datatype type, uint64_t bytes)
{
    return type_signature_elements(type_of(type)->signature, bytes);
}

uint64_t type_elements_bytes(MPI_Datatype type, uint64_t elements)
{
    return type_signature_bytes(type_of(type)->signature, elements);
}
