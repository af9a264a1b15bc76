// Basic elements of a type: how many, and their representation on other machines (MPI 5.0 §5.1.11, §14.5.2).
#ifndef TYPE_ELEMENTS_H
#define TYPE_ELEMENTS_H

#include <stddef.h>
#include <stdint.h>

#include "include/mpi.h"

// How many basic elements `bytes` packed bytes are; UINT64_MAX when they end within one. And the other way round.
uint64_t type_elements(MPI_Datatype type, uint64_t bytes);
uint64_t type_elements_bytes(MPI_Datatype type, uint64_t elements);

// Bytes of `count` of the type in the representation "external32": big endian, sizes that are the same everywhere.
size_t type_external_size(MPI_Datatype type, size_t count);

// Between packed bytes and that representation.
void type_to_external(void *external, const void *packed, size_t count, MPI_Datatype type);
void type_from_external(void *packed, const void *external, size_t count, MPI_Datatype type);

#endif
