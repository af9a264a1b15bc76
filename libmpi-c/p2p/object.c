// Pools of objects.
#include <string.h>

#include "p2p/object.h"
#include "p2p/p2p.h"

void *p2p_object_new(struct p2p_object_pool *pool)
{
    struct p2p_object *object = pool->free;
    if (object != NULL)
        pool->free = object->next_free;
    else
        object = p2p_allocate(pool->bytes, "MPI: no memory for another object (group, datatype, window …)");
    memset(object, 0, pool->bytes);
    object->kind = pool->kind;
    object->references = 1;
    return object;
}

void p2p_object_free(struct p2p_object_pool *pool, void *memory)
{
    struct p2p_object *object = memory;
    object->kind = P2P_NO_OBJECT;
    object->next_free = pool->free;
    pool->free = object;
}
