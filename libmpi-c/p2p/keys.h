// Keys and masks for match.h, made from the arguments of receives and probes.
#ifndef P2P_KEYS_H
#define P2P_KEYS_H

#include "p2p/p2p.h"

static inline uint64_t p2p_receive_mask(int source, int tag)
{
    uint64_t mask = UINT64_MAX;
    if (__builtin_expect(source == MPI_ANY_SOURCE, 0))
        mask &= ~MATCH_SOURCE_MASK;
    if (__builtin_expect(tag == MPI_ANY_TAG, 0))
        mask &= ~MATCH_TAG_MASK;
    return mask;
}

// Bits of the key where the mask is zero do not matter.
static inline uint64_t p2p_receive_key(const struct p2p_comm *comm, enum p2p_context context, int source, int tag)
{
    return comm->any_key[context] | (uint64_t)(uint16_t)source << MATCH_SOURCE_SHIFT | (uint32_t)tag;
}

// The same for a source that is no wildcard.
static inline uint64_t p2p_exact_key(const struct p2p_comm *comm, enum p2p_context context, int source, int tag)
{
    return comm->any_key[context] | (uint64_t)(uint32_t)source << MATCH_SOURCE_SHIFT | (uint32_t)tag;
}

#endif
