// Datatypes, predefined and derived, as the API uses them: sizes and extents, and a user's buffer as bytes in one piece (MPI 5.0
// chapter 5). The packed form is what travels: the basic elements one behind the other, in the order of the type, without gaps.
#ifndef TYPE_H
#define TYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "include/mpi.h"
#include "p2p/datatype.h"

// All in bytes (MPI 5.0 §5.1).
struct type_shape {
    size_t size;
    MPI_Aint lb, extent, true_lb, true_extent;
};

// Is it a type at all, predefined or not yet freed? And may it be used for communication?
bool type_is_valid(MPI_Datatype type);
bool type_is_committed(MPI_Datatype type);
bool type_is_predefined(MPI_Datatype type);

// Of valid types, and of those that are kept alive.
struct type_shape type_shape(MPI_Datatype type);
size_t type_size(MPI_Datatype type);
// Of its basic elements; P2P_OPAQUE for types that are not predefined.
enum p2p_class type_class(MPI_Datatype type);

// Do the bytes of several elements lie in memory as they are packed, from the buffer's address on?
bool type_is_dense(MPI_Datatype type);

// Keeps a derived type alive for as long as something uses it, whatever becomes of its handle.
void type_retain(MPI_Datatype type);
void type_release(MPI_Datatype type);

// Packs `count` elements at `buffer`: count * type_size(type) bytes.
void type_pack(void *packed, const void *buffer, size_t count, MPI_Datatype type);

// Unpacks `bytes` bytes, which may end within an element, into at most `count` elements at `buffer`.
void type_unpack(void *buffer, size_t count, MPI_Datatype type, const void *packed, size_t bytes);

// A run of bytes in memory, from the address of an element on.
struct type_piece {
    MPI_Aint offset;
    size_t bytes;
};

// The pieces of one element in the order of the type, adjacent ones in one: their number, of which the first `most` are written.
// `padded`: pairs have the gap within them, as reductions work on them.
size_t type_pieces(MPI_Datatype type, bool padded, struct type_piece *pieces, size_t most);

// The predefined type of which all basic elements are; MPI_DATATYPE_NULL when there are several, or none.
MPI_Datatype type_element(MPI_Datatype type);

// Of a derived type: makes it ready for communication; another handle for it; one handle less.
void type_commit(MPI_Datatype type);
void type_handle_add(MPI_Datatype type);
bool type_handle_is_last(MPI_Datatype type);
void type_handle_free(MPI_Datatype type);

// A word that the layer above keeps with each type, NULL at first.
void **type_details(MPI_Datatype type);

#endif
