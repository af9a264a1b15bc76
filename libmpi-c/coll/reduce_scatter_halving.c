// Reduce-scatter by recursive halving. A rank of the fold gets the parts of all ranks that it represents, and sends the other
// rank its part.
// Cost: log2(p) a + (b + c) n (p − 1) / p, and 2 a + 2 n b + n c unless p is a power of two.
#include "coll/halving.h"

// Returns the first rank whose elements belong to rank i of the fold.
static int coll_first_unfolded(const struct coll_fold *fold, int rank)
{
    return rank < fold->extra ? 2 * rank : rank + fold->extra;
}

static void coll_starts(const struct coll_fold *fold, const int *counts, size_t *starts)
{
    size_t sum = 0;
    int rank = 0;
    for (int i = 0; i <= fold->size; i++) {
        while (rank < coll_first_unfolded(fold, i))
            sum += counts[rank++];
        starts[i] = sum;
    }
}

// In a folded pair the odd rank has both parts; the part of the even rank, which took no part, comes first.
static void coll_hand_out(const struct coll_halving *state, void *receive, const int *counts)
{
    const struct p2p_comm *comm = state->comm;
    size_t extent = state->reduction->extent, bytes = counts[comm->rank] * extent, others = 0;
    if (state->fold.rank < 0) {
        coll_receive(comm, receive, bytes, comm->rank + 1, state->tag);
        return;
    }
    char *part = coll_range_at(state, (struct coll_range){state->fold.rank, 1});
    if (comm->rank < 2 * state->fold.extra) {
        others = counts[comm->rank - 1] * extent;
        coll_send(comm, part, others, comm->rank - 1, state->tag);
    }
    coll_copy(receive, part + others, bytes);
}

void coll_reduce_scatter_halving(const struct p2p_comm *comm, const void *own, void *receive, const int *counts,
                                 const struct coll_reduction *reduction)
{
    size_t bytes = reduction->count * reduction->extent;
    _Alignas(16) char small[2 * COLL_SMALL_SCRATCH];
    char *sum = coll_scratch(small, sizeof small, 2 * bytes);
    size_t *starts = coll_scratch(NULL, 0, (comm->size + 1) * sizeof *starts);
    struct coll_halving state = {comm, reduction, COLL_REDUCE_SCATTER, coll_fold(comm), sum, sum + bytes, starts};
    coll_starts(&state.fold, counts, starts);
    coll_copy(sum, own, bytes);
    coll_fold_in(comm, &state.fold, sum, state.incoming, reduction, state.tag);
    if (state.fold.rank >= 0)
        coll_halve(&state);
    coll_hand_out(&state, receive, counts);
    coll_scratch_free(NULL, starts);
    coll_scratch_free(small, sum);
}
