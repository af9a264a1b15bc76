// Reduction of long messages: reduce-scatter by recursive halving, then each rank sends its block of the result to the root
// (after Rabenseifner 2004).
// Cost: (log2 p + 1) a + (2 b + c) n (p − 1) / p, and a + n b + n c unless p is a power of two.
#include "coll/halving.h"

static void coll_collect_halves(const struct coll_halving *state, char *receive, int root)
{
    const struct p2p_comm *comm = state->comm;
    struct coll_range own = {state->fold.rank, 1};
    if (comm->rank != root) {
        if (own.first >= 0)
            coll_send(comm, coll_range_at(state, own), coll_range_bytes(state, own), root, COLL_REDUCE);
        return;
    }
    struct p2p_request *requests = coll_scratch(NULL, 0, state->fold.size * sizeof *requests);
    for (int i = 0; i < state->fold.size; i++) {
        struct coll_range range = {i, 1};
        char *to = receive + coll_block_start(state, i) * state->reduction->extent;
        if (i == own.first)
            coll_copy(to, coll_range_at(state, range), coll_range_bytes(state, range));
        else
            p2p_receive_start(&requests[i], comm, P2P_COLLECTIVE, to, coll_range_bytes(state, range),
                              coll_unfolded(&state->fold, i), COLL_REDUCE);
    }
    for (int i = 0; i < state->fold.size; i++) {
        if (i != own.first)
            coll_wait(&requests[i]);
    }
    coll_scratch_free(NULL, requests);
}

void coll_reduce_halving(const struct p2p_comm *comm, const void *own, void *receive,
                         const struct coll_reduction *reduction, int root)
{
    size_t bytes = reduction->count * reduction->extent;
    _Alignas(16) char small[2 * COLL_SMALL_SCRATCH];
    char *sum = coll_scratch(small, sizeof small, 2 * bytes);
    struct coll_halving state = {comm, reduction, COLL_REDUCE, coll_fold(comm), sum, sum + bytes, NULL};
    coll_copy(sum, own, bytes);
    coll_fold_in(comm, &state.fold, sum, state.incoming, reduction, COLL_REDUCE);
    if (state.fold.rank >= 0)
        coll_halve(&state);
    coll_collect_halves(&state, receive, root);
    coll_scratch_free(small, sum);
}
