// The rounds of a reduce-scatter by recursive halving.
#include "coll/halving.h"

static void coll_halve_once(const struct coll_halving *state, int distance)
{
    int other = state->fold.rank ^ distance, partner = coll_unfolded(&state->fold, other);
    struct coll_range keep = coll_half(state->fold.rank, distance);
    struct coll_range give = coll_half(other, distance);
    coll_exchange(state->comm, coll_range_at(state, give), coll_range_bytes(state, give), partner, state->incoming,
                  coll_range_bytes(state, keep), partner, state->tag);
    coll_combine(state->reduction, state->incoming, coll_range_at(state, keep), coll_range_count(state, keep),
                 other > state->fold.rank);
}

void coll_halve(const struct coll_halving *state)
{
    for (int distance = state->fold.size / 2; distance > 0; distance /= 2)
        coll_halve_once(state, distance);
}
