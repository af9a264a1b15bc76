// Objects behind handles: groups, datatypes, windows and others. A handle is the object's address. Memory of a freed object stays
// in its pool, so that a stale handle is recognised until the pool reuses the memory.
#ifndef P2P_OBJECT_H
#define P2P_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The head of every object, which says what it is.
enum p2p_object_kind {
    P2P_NO_OBJECT,
    P2P_OBJECT_GROUP = 0x6f626a01,
    P2P_OBJECT_TYPE,
    P2P_OBJECT_OP,
    P2P_OBJECT_ERRHANDLER,
    P2P_OBJECT_INFO,
    P2P_OBJECT_WIN,
    P2P_OBJECT_MESSAGE,
    P2P_OBJECT_SESSION,
    P2P_OBJECT_FILE,
};

struct p2p_object {
    uint32_t kind;        // enum p2p_object_kind
    uint32_t references;  // the handle counts as one until it is freed
    struct p2p_object *next_free;
};

// A pool of objects of one kind. Each has `bytes` bytes and begins with a struct p2p_object.
struct p2p_object_pool {
    uint32_t kind;
    size_t bytes;
    struct p2p_object *free;
};

// All predefined handles are below this address (MPI 5.0 chapter 20).
enum { P2P_FIRST_POINTER = 0x1000 };

// Makes an object with one reference. All bytes after the head are zero.
void *p2p_object_new(struct p2p_object_pool *pool);
void p2p_object_free(struct p2p_object_pool *pool, void *object);

// Returns the object of a handle, or NULL if it is none of that kind.
static inline void *p2p_object_of(const void *handle, enum p2p_object_kind kind)
{
    const struct p2p_object *object = handle;
    return (uintptr_t)handle >= P2P_FIRST_POINTER && object->kind == kind ? (void *)handle : NULL;
}

static inline void p2p_object_retain(void *object)
{
    ((struct p2p_object *)object)->references++;
}

// Drops a reference. Returns whether it was the last; then the caller frees the object.
static inline bool p2p_object_release(void *object)
{
    return --((struct p2p_object *)object)->references == 0;
}

#endif
