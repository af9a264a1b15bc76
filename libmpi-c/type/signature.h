// Type signatures: the basic elements of a datatype in order (MPI 5.0 §5.1), stored as nested repetitions.
#ifndef TYPE_SIGNATURE_H
#define TYPE_SIGNATURE_H

#include <stddef.h>
#include <stdint.h>

#include "include/mpi.h"
#include "p2p/datatype.h"

// `count` basic elements of one kind, or `count` repetitions of another signature.
struct type_item {
    size_t count;
    MPI_Datatype basic;
    struct type_signature *of;  // NULL: basic elements
};

struct type_signature {
    uint32_t references;
    size_t count;     // number of items
    size_t elements;  // number of basic elements
    size_t bytes;     // size of all basic elements
    struct type_item items[];
};

// Makes a signature from `count` items, with one reference. Copies the items and adds a reference to each signature in them.
// Adjacent equal items become one.
struct type_signature *type_signature_new(const struct type_item *items, size_t count);

// Drops a reference; the last one frees the signature.
void type_signature_release(struct type_signature *signature);

// Returns `count` repetitions of a signature as an item. Adds no reference.
struct type_item type_item_of(const struct type_signature *signature, size_t count);

// Convert between packed bytes and numbers of basic elements, for a sequence of elements of this signature. type_signature_elements
// returns UINT64_MAX if `bytes` ends within a basic element. Statuses may contain more than memory holds, so both are 64 bits wide
// on every machine.
uint64_t type_signature_elements(const struct type_signature *signature, uint64_t bytes);
uint64_t type_signature_bytes(const struct type_signature *signature, uint64_t elements);

// Makes the signature of a predefined type, with one reference. Pairs such as MPI_DOUBLE_INT have two elements (MPI 5.0 §6.9.4).
struct type_signature *type_signature_named(MPI_Datatype named);

#endif
