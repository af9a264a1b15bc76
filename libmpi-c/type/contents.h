// Contents of a datatype: the arguments of its constructor, as MPI_Type_get_envelope and MPI_Type_get_contents return them (MPI
// 5.0 §5.1.13).
#ifndef TYPE_CONTENTS_H
#define TYPE_CONTENTS_H

#include "include/mpi.h"

struct type_contents {
    int combiner;
    int integer_count, address_count, type_count;
    int *integers;
    MPI_Aint *addresses;
    MPI_Datatype *types;
};

// Adds contents with arrays of these lengths to a type. The caller fills in the arrays, then calls type_contents_keep, which adds
// a reference to each type in them.
struct type_contents *type_contents_new(MPI_Datatype type, int combiner, int integers, int addresses, int types);
void type_contents_keep(const struct type_contents *contents);

// Releases the types and frees the contents, which may be NULL.
void type_contents_free(struct type_contents *contents);

// Returns the contents of a type, or NULL if it is predefined.
const struct type_contents *type_contents(MPI_Datatype type);

#endif
