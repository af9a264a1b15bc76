// Which basic elements a type consists of, in their order, as counts of counts (MPI 5.0 §5.1: the type signature).
#ifndef TYPE_SIGNATURE_H
#define TYPE_SIGNATURE_H

#include <stddef.h>
#include <stdint.h>

#include "include/mpi.h"
#include "p2p/datatype.h"

// So many basic elements of one kind, or so often another signature.
struct type_item {
    size_t count;
    MPI_Datatype basic;
    struct type_signature *of;  // NULL: basic elements
};

struct type_signature {
    uint32_t references;
    size_t count;     // of items
    size_t elements;  // basic ones in all
    size_t bytes;
    struct type_item items[];
};

// Of `count` items, which are copied; signatures in them are shared. What is the same thing several times becomes one item.
struct type_signature *type_signature_new(const struct type_item *items, size_t count);
void type_signature_release(struct type_signature *signature);

// The signature `count` times, as an item.
struct type_item type_item_of(const struct type_signature *signature, size_t count);

// How many basic elements are in the first `bytes` bytes of elements of this signature? UINT64_MAX when they end within one.
// Statuses can tell of more than memory holds, so both are 64 bits wide on every machine.
uint64_t type_signature_elements(const struct type_signature *signature, uint64_t bytes);
// And the other way round.
uint64_t type_signature_bytes(const struct type_signature *signature, uint64_t elements);

// A signature of a predefined type, pairs being two elements (MPI 5.0 §6.9.4).
struct type_signature *type_signature_named(MPI_Datatype named);

#endif
