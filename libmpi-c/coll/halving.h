// Reduce-scatter by recursive halving, which several algorithms for long messages begin with (Rabenseifner 2004): in each round
// partners at half the distance divide what they share. Afterwards each rank of the fold has one block of the result.
#ifndef COLL_HALVING_H
#define COLL_HALVING_H

#include "coll/fold.h"

// A run of blocks. Block i begins at element starts[i], or of `fold.size` even ones at i * count / size.
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

// The blocks that `rank` keeps when it and its partner at `distance` divide what they share.
static inline struct coll_range coll_half(int rank, int distance)
{
    return (struct coll_range){rank & ~(distance - 1), distance};
}

// All rounds, for the ranks of the fold; `inout` and `incoming` have room for the whole vector.
void coll_halve(const struct coll_halving *state);

#endif
