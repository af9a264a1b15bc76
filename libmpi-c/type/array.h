// One dimension of an array more: types that build subarrays and distributed arrays from their fastest dimension on.
#ifndef TYPE_ARRAY_H
#define TYPE_ARRAY_H

#include "type/build.h"

// `count` of `inner` at `stride`, from index `first` on. Takes the handle `inner`.
MPI_Datatype type_slice(MPI_Datatype inner, size_t first, size_t count, MPI_Aint stride);

// Of `extent` indices the blocks of `block` that the one of `owners` with number `owner` gets in turn. Takes the handle `inner`.
MPI_Datatype type_cyclic(MPI_Datatype inner, size_t extent, size_t block, size_t owner, size_t owners, MPI_Aint stride);

// The whole with the extent of the array. Takes the handle `inner`.
MPI_Datatype type_array_end(MPI_Datatype inner, MPI_Aint extent);

#endif
