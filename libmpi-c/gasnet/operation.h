// Operations under way: the objects behind handles. An operation is complete when the other side has confirmed its messages, and
// its hardware transfers are complete.
#ifndef GASNET_OPERATION_H
#define GASNET_OPERATION_H

#include "gasnet/core.h"
#include "transfers.h"

struct gasnet_operation {
    struct gasnet_operation *next;  // in the list of free operations
    uint32_t messages;              // not yet confirmed
    uint32_t counters;              // of hardware transfers, one bit each
    struct operation_copy *copies;  // the copies that those transfers read
};

// A copy of put data, for calls after which the program may overwrite the original.
struct operation_copy {
    struct operation_copy *next;
    _Alignas(16) unsigned char bytes[];
};

// Copies `bytes` from `from`. The copy is valid until the operation is complete.
void *operation_copy(struct gasnet_operation *operation, const void *from, size_t bytes);

// A value that is being fetched.
struct gasnet_value_get {
    struct gasnet_operation operation;
    gasnet_register_value_t value;
};

// Operations with implicit handles, outside regions.
extern struct gasnet_operation operation_puts, operation_gets;

struct gasnet_operation *operation_new(void);
void operation_free(struct gasnet_operation *operation);

// Returns the operation to which implicit handles belong: the open region, or `outside`.
struct gasnet_operation *operation_implicit(struct gasnet_operation *outside);

// Is it complete? If so, also frees its counters and copies. Else changes nothing.
bool operation_is_complete(struct gasnet_operation *operation);

// Waits until it is complete, and runs handlers meanwhile.
void operation_wait(struct gasnet_operation *operation);

#endif
