// Reduce-scatter by recursive halving, the first part of several algorithms for long messages (Rabenseifner 2004). In each round
// partners at half the previous distance divide the blocks that both still have: each sends one half and combines the other.
// Afterwards each rank of the fold has one block of the result.
#ifndef COLL_HALVING_H
#define COLL_HALVING_H

#include "coll/fold.h"

// Consecutive blocks of the vector. Block i begins at element starts[i]; if `starts` is NULL, the vector is divided evenly into
// fold.size blocks, and block i begins at element i * count / fold.size.
struct coll_range {
    int first, blocks;
};

struct coll_halving {
    const struct p2p_comm *comm;
    const struct coll_reduction *reduction;
    enum coll_tag tag;
    struct coll_fold fold;
    char *inout, *incoming;
    const size_t *starts;
};

// The first element of a block; of a range the elements, bytes and address.
static inline size_t coll_block_start(const struct coll_halving *state, int block)
{
    return state->starts != NULL ? state->starts[block] : (uint64_t)state->reduction->count * block / state->fold.size;
}

static inline size_t coll_range_count(const struct coll_halving *state, struct coll_range range)
{
    return coll_block_start(state, range.first + range.blocks) - coll_block_start(state, range.first);
}

static inline size_t coll_range_bytes(const struct coll_halving *state, struct coll_range range)
{
    return coll_range_count(state, range) * state->reduction->extent;
}

static inline char *coll_range_at(const struct coll_halving *state, struct coll_range range)
{
    return state->inout + coll_block_start(state, range.first) * state->reduction->extent;
}

// The blocks that `rank` keeps when it and its partner at `distance` divide their blocks.
static inline struct coll_range coll_half(int rank, int distance)
{
    return (struct coll_range){rank & ~(distance - 1), distance};
}

// Performs all rounds. Must be called by all ranks of the fold, after coll_fold_in. `inout` and `incoming` have room for the
// whole vector. Afterwards block i of `inout` is the result at rank i of the fold.
void coll_halve(const struct coll_halving *state);

#endif
