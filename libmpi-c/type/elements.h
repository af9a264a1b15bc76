// Basic elements of a datatype: their number (MPI 5.0 §5.1.11), and the portable representation "external32" (MPI 5.0 §14.5.2).
#ifndef TYPE_ELEMENTS_H
#define TYPE_ELEMENTS_H

#include <stddef.h>
#include <stdint.h>

#include "include/mpi.h"

// Convert between packed bytes and numbers of basic elements. type_elements returns UINT64_MAX if `bytes` ends within an element.
uint64_t type_elements(MPI_Datatype type, uint64_t bytes);
uint64_t type_elements_bytes(MPI_Datatype type, uint64_t elements);

// The bytes of `count` elements of the type in "external32": big endian, with the same sizes on all machines.
size_t type_external_size(MPI_Datatype type, size_t count);

// Convert `count` elements of the type from packed bytes to "external32", and back.
void type_to_external(void *external, const void *packed, size_t count, MPI_Datatype type);
void type_from_external(void *packed, const void *external, size_t count, MPI_Datatype type);

#endif
