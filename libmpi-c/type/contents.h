// How the user described a type: what MPI_Type_get_envelope and MPI_Type_get_contents give back (MPI 5.0 §5.1.13).
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

// Gives a type its contents; the arrays are to be filled, and then type_contents_keep keeps the types in them alive.
struct type_contents *type_contents_new(MPI_Datatype type, int combiner, int integers, int addresses, int types);
void type_contents_keep(const struct type_contents *contents);
void type_contents_free(struct type_contents *contents);

// NULL for a predefined type.
const struct type_contents *type_contents(MPI_Datatype type);

#endif
