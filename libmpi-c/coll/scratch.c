// Scratch memory of collectives, and copies.
#include <string.h>

#include "coll/internal.h"

void *coll_scratch(void *small, size_t small_bytes, size_t bytes)
{
    return bytes <= small_bytes ? small : p2p_allocate(bytes, "MPI: no memory left for a collective's scratch buffer");
}

void coll_scratch_free(void *small, void *scratch)
{
    if (scratch != small)
        p2p_free(scratch);
}

void coll_copy(void *to, const void *from, size_t bytes)
{
    if (to != from && bytes != 0)
        memcpy(to, from, bytes);
}
