// Datatypes as the functions of the API handle them.
#ifndef API_TYPE_H
#define API_TYPE_H

#include "api/api.h"
#include "api/attribute.h"
#include "type/build.h"
#include "type/contents.h"

// What the API keeps with a type that somebody has named or given attributes.
struct datatype_details {
    struct attribute_list attributes;
    bool named;
    char name[MPI_MAX_OBJECT_NAME];
};

// Made when it is asked for the first time.
struct datatype_details *datatype_details(MPI_Datatype datatype);
// NULL when it has never been asked for.
struct datatype_details *datatype_details_or_none(MPI_Datatype datatype);

// No type, not committed.
int datatype_explain(const char *function, MPI_Datatype datatype) __attribute__((cold));

// Checks what constructors and inquiries have in common: the type, and where the result goes. An error's class, or MPI_SUCCESS.
int datatype_check(const char *function, MPI_Datatype datatype, const void *result, const char *result_name);

// Checks a constructor's count and arrays of as many elements; those that are not there are NULL only if the count is 0.
int datatype_check_blocks(const char *function, int count, const int blocklengths[], const void *displacements,
                          MPI_Datatype oldtype, const MPI_Datatype *newtype);

// Checks `count` elements at `buffer`, which is NULL only where the type's displacements are addresses.
int datatype_check_packing(const char *function, const struct p2p_comm *comm, const void *buffer, int count,
                           MPI_Datatype datatype);

// Checks that `bytes` bytes from `position` on are within `size`.
int datatype_check_position(const char *function, const struct p2p_comm *comm, const void *packed, MPI_Aint size,
                            MPI_Aint position, size_t bytes);

#endif
