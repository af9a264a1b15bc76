// Reduce-scatter by a reduction to rank 0 in the order of the ranks, and a scatter.
// Cost: (ceil(log2 p) + 1) a + (ceil(log2 p) (b + c) + b) n.
#include "coll/algorithms.h"

void coll_reduce_scatter_reduce(const struct p2p_comm *comm, const void *own, void *receive, const int *counts,
                                const struct coll_reduction *reduction)
{
    size_t bytes = reduction->count * reduction->extent, start = 0;
    _Alignas(16) char small[COLL_SMALL_SCRATCH];
    char *sum = coll_scratch(small, sizeof small, comm->rank == 0 ? bytes : 0);
    size_t *sizes = coll_scratch(NULL, 0, comm->size * (sizeof *sizes + sizeof(ptrdiff_t)));
    ptrdiff_t *at = (ptrdiff_t *)(sizes + comm->size);
    for (int rank = 0; rank < comm->size; rank++) {
        sizes[rank] = counts[rank] * reduction->extent;
        at[rank] = start;
        start += sizes[rank];
    }
    coll_reduce_binomial(comm, own, sum, reduction, 0);
    struct coll_blocks parts = {.base = sum, .sizes = sizes, .at = at};
    coll_scatter_linear(comm, &parts, receive, sizes[comm->rank], 0);
    coll_scratch_free(NULL, sizes);
    coll_scratch_free(small, sum);
}
