// Datatypes, predefined and derived, as the API uses them: sizes, extents and packing (MPI 5.0 chapter 5). Messages carry the
// packed form: the basic elements in the order of the type, without gaps.
#ifndef TYPE_H
#define TYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "include/mpi.h"
#include "p2p/datatype.h"

// The size and the bounds of a type, in bytes (MPI 5.0 §5.1).
struct type_shape {
    size_t size;
    MPI_Aint lb, extent, true_lb, true_extent;
};

// Is the handle a datatype: predefined, or derived and not freed? Is it one that may be used for communication? Is it predefined?
bool type_is_valid(MPI_Datatype type);
bool type_is_committed(MPI_Datatype type);
bool type_is_predefined(MPI_Datatype type);

// Shape, size in bytes, and class of a type that is valid or retained. The class of a derived type is P2P_OPAQUE.
struct type_shape type_shape(MPI_Datatype type);
size_t type_size(MPI_Datatype type);
enum p2p_class type_class(MPI_Datatype type);

// Are consecutive elements in memory the same bytes as their packed form, beginning at the buffer's address? Then no packing is
// needed.
bool type_is_dense(MPI_Datatype type);

// Add and drop a reference. A derived type exists as long as it has one, even if its handle is freed. Predefined types are not
// counted.
void type_retain(MPI_Datatype type);
void type_release(MPI_Datatype type);

// Packs `count` elements at `buffer` into `packed`, which has room for count * type_size(type) bytes.
void type_pack(void *packed, const void *buffer, size_t count, MPI_Datatype type);

// Unpacks `bytes` bytes into at most `count` elements at `buffer`. The bytes may end within an element.
void type_unpack(void *buffer, size_t count, MPI_Datatype type, const void *packed, size_t bytes);

// Contiguous bytes of an element; `offset` counts from the element's address.
struct type_piece {
    MPI_Aint offset;
    size_t bytes;
};

// Returns the number of pieces of one element, in the order of the type, adjacent ones merged, and writes the first `most` of
// them. If `padded`, the gap within a pair counts as data, as reductions of pairs need it.
size_t type_pieces(MPI_Datatype type, bool padded, struct type_piece *pieces, size_t most);

// Returns the predefined type of all basic elements, or MPI_DATATYPE_NULL if they have several types, or if there are none.
MPI_Datatype type_element(MPI_Datatype type);

// Makes a derived type ready for communication.
void type_commit(MPI_Datatype type);

// Handles of a derived type: add one, ask whether there is only one, and free one. Together they count as one reference.
void type_handle_add(MPI_Datatype type);
bool type_handle_is_last(MPI_Datatype type);
void type_handle_free(MPI_Datatype type);

// The address of a word that the layer above keeps with each type; NULL at first.
void **type_details(MPI_Datatype type);

#endif
