// Operations under way: what a handle stands for. An operation is complete when the other side has confirmed its messages, and its
// transfers by hardware have ended.
#ifndef GASNET_OPERATION_H
#define GASNET_OPERATION_H

#include "gasnet/core.h"
#include "transfers.h"

struct gasnet_operation {
    struct gasnet_operation *next;  // in the list of those that are free
    uint32_t messages;              // that are not confirmed yet
    uint32_t counters;              // of transfers by hardware, a bit each
    struct operation_copy *copies;  // that those transfers read
};

// A copy of what is put, where the program may overwrite the original meanwhile.
struct operation_copy {
    struct operation_copy *next;
    _Alignas(16) unsigned char bytes[];
};

// Copies `bytes` from there, for as long as the operation is not complete.
void *operation_copy(struct gasnet_operation *operation, const void *from, size_t bytes);

// A value on its way.
struct gasnet_value_get {
    struct gasnet_operation operation;
    gasnet_register_value_t value;
};

// Operations with implicit handles, outside regions.
extern struct gasnet_operation operation_puts, operation_gets;

struct gasnet_operation *operation_new(void);
void operation_free(struct gasnet_operation *operation);

// Where operations with implicit handles belong: the region that is open, or `outside`.
struct gasnet_operation *operation_implicit(struct gasnet_operation *outside);

// Is it complete? Ends what the hardware had to do with it. Changes nothing if it is not complete.
bool operation_is_complete(struct gasnet_operation *operation);

// Waits for it, and runs handlers meanwhile.
void operation_wait(struct gasnet_operation *operation);

#endif
