// What a type is made of: where its bytes lie, which basic elements they are, and how the user described it.
#ifndef TYPE_INTERNAL_H
#define TYPE_INTERNAL_H

#include "p2p/object.h"
#include "type/layout.h"
#include "type/signature.h"
#include "type/type.h"

struct type_contents;

struct type {
    struct p2p_object object;  // all handles together are one reference
    uint32_t handles;
    bool committed;
    bool permanent;             // predefined, or of Fortran's kinds: cannot be freed
    bool marked_lb, marked_ub;  // have bounds been set, so that they hold for what is built of it, too?
    uint8_t class;              // enum p2p_class
    uint8_t alignment;          // of the basic element that wants most; 0 when there is none
    struct type_shape shape;
    struct type_layout *layout;
    struct type_signature *signature;
    struct type_contents *contents;  // NULL: a named type
    void *details;
};

// For predefined handles, too; of what is a type.
struct type *type_of(MPI_Datatype handle);

static inline MPI_Datatype type_handle(struct type *type)
{
    return (MPI_Datatype)type;
}

// With one reference and one handle, all zero otherwise.
struct type *type_new(void);

#endif
