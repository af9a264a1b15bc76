// Reduction to all of long messages: reduce-scatter by recursive halving, then allgather by recursive doubling
// (Rabenseifner 2004). Each element is combined by one rank, so that all ranks get the same bits.
// Cost: 2 log2(p) a + (2 b + c) n (p − 1) / p, and 2 a + 2 n b + n c unless p is a power of two.
#include "coll/fold.h"

// A run of blocks; block i of `size` starts at element i * count / size.
struct coll_range {
    int first, blocks;
};

struct coll_halving {
    const struct p2p_comm *comm;
    const struct coll_reduction *reduction;
    struct coll_fold fold;
    char *inout, *incoming;
};

static size_t coll_block_start(const struct coll_halving *state, int block)
{
    return (uint64_t)state->reduction->count * block / state->fold.size;
}

static size_t coll_range_count(const struct coll_halving *state, struct coll_range range)
{
    return coll_block_start(state, range.first + range.blocks) - coll_block_start(state, range.first);
}

static size_t coll_range_bytes(const struct coll_halving *state, struct coll_range range)
{
    return coll_range_count(state, range) * state->reduction->extent;
}

static char *coll_range_at(const struct coll_halving *state, struct coll_range range)
{
    return state->inout + coll_block_start(state, range.first) * state->reduction->extent;
}

// The blocks that `rank` keeps when it and its partner at `distance` divide what they share.
static struct coll_range coll_half(int rank, int distance)
{
    return (struct coll_range){rank & ~(distance - 1), distance};
}

static void coll_halve(struct coll_halving *state, int distance)
{
    int other = state->fold.rank ^ distance, partner = coll_unfolded(&state->fold, other);
    struct coll_range keep = coll_half(state->fold.rank, distance);
    struct coll_range give = coll_half(other, distance);
    coll_exchange(state->comm, coll_range_at(state, give), coll_range_bytes(state, give), partner, state->incoming,
                  coll_range_bytes(state, keep), partner, COLL_ALLREDUCE);
    state->reduction->combine(state->incoming, coll_range_at(state, keep), coll_range_count(state, keep));
}

static void coll_double(struct coll_halving *state, int distance)
{
    int other = state->fold.rank ^ distance, partner = coll_unfolded(&state->fold, other);
    struct coll_range have = coll_half(state->fold.rank, distance);
    struct coll_range want = coll_half(other, distance);
    coll_exchange(state->comm, coll_range_at(state, have), coll_range_bytes(state, have), partner,
                  coll_range_at(state, want), coll_range_bytes(state, want), partner, COLL_ALLREDUCE);
}

void coll_allreduce_halving(const struct p2p_comm *comm, void *inout, const struct coll_reduction *reduction)
{
    _Alignas(16) char small[COLL_SMALL_SCRATCH];
    struct coll_halving state = {comm, reduction, coll_fold(comm), inout, NULL};
    state.incoming = coll_scratch(small, sizeof small, reduction->count * reduction->extent);
    coll_fold_in(comm, &state.fold, inout, state.incoming, reduction);
    if (state.fold.rank >= 0) {
        for (int distance = state.fold.size / 2; distance > 0; distance /= 2)
            coll_halve(&state, distance);
        for (int distance = 1; distance < state.fold.size; distance *= 2)
            coll_double(&state, distance);
    }
    coll_fold_out(comm, &state.fold, inout, reduction);
    coll_scratch_free(small, state.incoming);
}
