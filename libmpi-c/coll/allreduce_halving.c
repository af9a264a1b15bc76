// Reduction to all of long messages: reduce-scatter by recursive halving, then allgather by recursive doubling
// (Rabenseifner 2004). Each element is combined by one rank, so that all ranks get the same bits.
// Cost: 2 log2(p) a + (2 b + c) n (p − 1) / p, and 2 a + 2 n b + n c unless p is a power of two.
#include "coll/halving.h"

static void coll_double(const struct coll_halving *state, int distance)
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
    struct coll_halving state = {comm, reduction, COLL_ALLREDUCE, coll_fold(comm), inout, NULL, NULL};
    state.incoming = coll_scratch(small, sizeof small, reduction->count * reduction->extent);
    coll_fold_in(comm, &state.fold, inout, state.incoming, reduction, COLL_ALLREDUCE);
    if (state.fold.rank >= 0) {
        coll_halve(&state);
        for (int distance = 1; distance < state.fold.size; distance *= 2)
            coll_double(&state, distance);
    }
    coll_fold_out(comm, &state.fold, inout, reduction);
    coll_scratch_free(small, state.incoming);
}
