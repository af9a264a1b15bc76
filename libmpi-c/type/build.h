// Building derived datatypes, whatever the constructor: by repetition, and from blocks. Each function returns a type with one
// handle, not committed unless it says so, and without contents (type/contents.h).
#ifndef TYPE_BUILD_H
#define TYPE_BUILD_H

#include <stdbool.h>
#include <stddef.h>

#include "type/type.h"

// Is the type MPI_LB or MPI_UB? In MPI-1 these set a bound of MPI_Type_struct and have no data.
bool type_is_marker(MPI_Datatype type);

// `count` blocks, `stride` bytes apart, each of `blocklength` consecutive elements.
MPI_Datatype type_strided(size_t count, size_t blocklength, MPI_Aint stride, MPI_Datatype element);

// Builds a type from blocks, which are added in the order of packing: type_build, then type_build_block for each block, then
// type_build_end, which frees the builder. A block is `blocklength` consecutive elements, `displacement` bytes from the start.
// The types of the blocks must exist until type_build_end returns.
struct type_builder;
struct type_builder *type_build(size_t blocks_expected);
void type_build_block(struct type_builder *builder, MPI_Aint displacement, size_t blocklength, MPI_Datatype element);
MPI_Datatype type_build_end(struct type_builder *builder);

// The same data with other bounds.
MPI_Datatype type_resized(MPI_Datatype element, MPI_Aint lb, MPI_Aint extent);

// A duplicate, committed if `original` is.
MPI_Datatype type_duplicate(MPI_Datatype original);

// Another handle for a predefined type, which is committed and cannot be freed: for types of Fortran's kinds.
MPI_Datatype type_permanent(MPI_Datatype named);

#endif
