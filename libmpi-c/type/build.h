// Making types: of repetitions and of blocks, whatever the constructor. Each gives one handle, not yet committed, without contents.
#ifndef TYPE_BUILD_H
#define TYPE_BUILD_H

#include <stdbool.h>
#include <stddef.h>

#include "type/type.h"

// Entries of MPI_Type_struct in MPI-1 that set bounds and hold nothing.
bool type_is_marker(MPI_Datatype type);

// `count` blocks at `stride` bytes, each of `blocklength` elements one behind the other.
MPI_Datatype type_strided(size_t count, size_t blocklength, MPI_Aint stride, MPI_Datatype element);

// Blocks one by one, in the order of packing; their types live until the end.
struct type_builder;
struct type_builder *type_build(size_t blocks_expected);
void type_build_block(struct type_builder *builder, MPI_Aint displacement, size_t blocklength, MPI_Datatype element);
MPI_Datatype type_build_end(struct type_builder *builder);

MPI_Datatype type_resized(MPI_Datatype element, MPI_Aint lb, MPI_Aint extent);

// The same again, committed if `original` is.
MPI_Datatype type_duplicate(MPI_Datatype original);

// Another name for a predefined type, that cannot be freed.
MPI_Datatype type_permanent(MPI_Datatype named);

#endif
