// Reductions between the groups of an inter-communicator: each group reduces to its rank 0, and these leaders exchange the
// results.
// Cost, within either group: (ceil(log2 p) + 1) (a + n b) + ceil(log2 p) n c, and the way down.
#include "coll/algorithms.h"

void coll_inter_reduce(const struct p2p_comm *comm, const struct p2p_comm *local, const void *send, void *receive,
                       const struct coll_reduction *reduction, int root)
{
    coll_begin(comm);
    coll_begin(local);
    size_t bytes = reduction->count * reduction->extent;
    if (root == MPI_ROOT)
        coll_receive(comm, receive, bytes, 0, COLL_REDUCE);
    if (root < 0)
        return;
    void *sum = coll_scratch(NULL, 0, bytes);
    coll_reduce_binomial(local, send, sum, reduction, 0);
    if (local->rank == 0)
        coll_send(comm, sum, bytes, root, COLL_REDUCE);
    coll_scratch_free(NULL, sum);
}

void coll_inter_allreduce(const struct p2p_comm *comm, const struct p2p_comm *local, const void *send, void *receive,
                          const struct coll_reduction *reduction)
{
    coll_begin(comm);
    coll_begin(local);
    size_t bytes = reduction->count * reduction->extent;
    void *sum = coll_scratch(NULL, 0, bytes);
    coll_reduce_binomial(local, send, sum, reduction, 0);
    if (local->rank == 0)
        coll_exchange(comm, sum, bytes, 0, receive, bytes, 0, COLL_ALLREDUCE);
    coll_scratch_free(NULL, sum);
    coll_bcast_binomial(local, receive, bytes, 0);
}

// `counts` are those of the own group.
void coll_inter_reduce_scatter(const struct p2p_comm *comm, const struct p2p_comm *local, const void *send, void *receive,
                               const int *counts, const struct coll_reduction *reduction)
{
    coll_begin(comm);
    coll_begin(local);
    size_t bytes = reduction->count * reduction->extent, start = 0;
    char *sum = coll_scratch(NULL, 0, 2 * bytes), *theirs = sum + bytes;
    size_t *sizes = coll_scratch(NULL, 0, local->size * (sizeof *sizes + sizeof(ptrdiff_t)));
    ptrdiff_t *at = (ptrdiff_t *)(sizes + local->size);
    for (int rank = 0; rank < local->size; rank++) {
        sizes[rank] = counts[rank] * reduction->extent;
        at[rank] = start;
        start += sizes[rank];
    }
    coll_reduce_binomial(local, send, sum, reduction, 0);
    if (local->rank == 0)
        coll_exchange(comm, sum, bytes, 0, theirs, bytes, 0, COLL_REDUCE_SCATTER);
    struct coll_blocks parts = {.base = theirs, .sizes = sizes, .at = at};
    coll_scatter_linear(local, &parts, receive, sizes[local->rank], 0);
    coll_scratch_free(NULL, sizes);
    coll_scratch_free(NULL, sum);
}
