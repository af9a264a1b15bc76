// TMD-MPI: the operations of a reduction, sum and maximum.
#ifndef SUBSET_COMBINE_H
#define SUBSET_COMBINE_H

#include "subset/subset.h"

struct subset_reduction {
    const struct subset_type *type;
    MPI_Op op;
};

// Takes the values of `other` into those of `mine`.
void subset_combine(void *mine, const void *other, size_t bytes, const struct subset_reduction *reduction);

#endif
