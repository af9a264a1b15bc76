// Data and checks of datatypes in the API. The layouts are in type/.
#ifndef API_TYPE_H
#define API_TYPE_H

#include "api/api.h"
#include "api/attribute.h"
#include "type/build.h"
#include "type/contents.h"

// Name and attributes of a datatype, if the program has given it any.
struct datatype_details {
    struct attribute_list attributes;
    bool named;
    char name[MPI_MAX_OBJECT_NAME];
};

// Returns the details of a valid datatype, which are made at the first call.
struct datatype_details *datatype_details(MPI_Datatype datatype);

// The same, but NULL if they have not been made.
struct datatype_details *datatype_details_or_none(MPI_Datatype datatype);

// Reports that the handle is no datatype, or one that is not committed; returns the error class.
int datatype_explain(const char *function, MPI_Datatype datatype) __attribute__((cold));

// Checks arguments that constructors and inquiries share: the datatype, and the pointer to the result, which reports call
// `result_name`. Returns MPI_SUCCESS, or reports the wrong argument and returns its error class.
int datatype_check(const char *function, MPI_Datatype datatype, const void *result, const char *result_name);

// Checks a constructor's count, its arrays of `count` elements, which may be NULL only if the count is 0, and its datatypes.
// Returns as datatype_check.
int datatype_check_blocks(const char *function, int count, const int blocklengths[], const void *displacements,
                          MPI_Datatype oldtype, const MPI_Datatype *newtype);

// Checks `count` elements at `buffer`, which may be NULL only for a derived datatype, whose displacements may be addresses.
// Returns as datatype_check.
int datatype_check_packing(const char *function, const struct p2p_comm *comm, const void *buffer, int count,
                           MPI_Datatype datatype);

// Checks that `bytes` bytes from `position` on lie within a packed buffer of `size` bytes. Returns as datatype_check.
int datatype_check_position(const char *function, const struct p2p_comm *comm, const void *packed, MPI_Aint size,
                            MPI_Aint position, size_t bytes);

#endif
