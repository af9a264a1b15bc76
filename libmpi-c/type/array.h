// Datatypes of parts of arrays. A subarray or distributed array is built one dimension after the other, beginning with the
// dimension whose elements are adjacent. Each function takes over the handle `inner`, the type of the dimensions so far, and
// returns a new one.
#ifndef TYPE_ARRAY_H
#define TYPE_ARRAY_H

#include "type/build.h"

// The `count` indices from `first` on; indices are `stride` bytes apart.
MPI_Datatype type_slice(MPI_Datatype inner, size_t first, size_t count, MPI_Aint stride);

// The indices of one owner, when blocks of `block` indices are dealt to `owners` owners in turn, out of `extent` indices that are
// `stride` bytes apart. `owner` counts from 0.
MPI_Datatype type_cyclic(MPI_Datatype inner, size_t extent, size_t block, size_t owner, size_t owners, MPI_Aint stride);

// The finished type: lower bound 0 and the extent of the whole array, in bytes.
MPI_Datatype type_array_end(MPI_Datatype inner, MPI_Aint extent);

#endif
