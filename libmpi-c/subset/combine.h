// TMD-MPI: the operations of a reduction, sum and maximum.
#ifndef SUBSET_COMBINE_H
#define SUBSET_COMBINE_H

#include "subset/subset.h"

// Combines the elements of `other` into those of `mine`.
void subset_combine(void *mine, const void *other, int count, MPI_Datatype datatype, MPI_Op op);

#endif
