// The object behind a datatype: its layout, its signature and its contents.
#ifndef TYPE_INTERNAL_H
#define TYPE_INTERNAL_H

#include "p2p/object.h"
#include "type/layout.h"
#include "type/signature.h"
#include "type/type.h"

struct type_contents;

struct type {
    struct p2p_object object;  // counts references; all handles together count as one
    uint32_t handles;
    bool committed;
    bool permanent;             // predefined, or of Fortran's kinds: cannot be freed
    bool marked_lb, marked_ub;  // a bound was set (MPI_LB, MPI_UB, MPI_Type_create_resized); types built from this one inherit it
    uint8_t class;              // enum p2p_class
    uint8_t alignment;          // in bytes, of the basic element with the strictest one; 0 if there is none
    struct type_shape shape;
    struct type_layout *layout;
    struct type_signature *signature;
    struct type_contents *contents;  // NULL: a named type (MPI_COMBINER_NAMED)
    void *details;
};

// Returns the object behind a valid handle, predefined handles included.
struct type *type_of(MPI_Datatype handle);

static inline MPI_Datatype type_handle(struct type *type)
{
    return (MPI_Datatype)type;
}

// Makes an object with one reference and one handle; everything else is zero.
struct type *type_new(void);

#endif
