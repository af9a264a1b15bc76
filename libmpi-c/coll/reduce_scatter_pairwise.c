// Reduce-scatter in p − 1 steps: in step i each rank sends its contribution for the rank i places after it.
// Cost: (p − 1) (a + (b + c) n / p).
#include "coll/algorithms.h"

static size_t coll_counts_before(const int *counts, int rank)
{
    size_t sum = 0;
    for (int i = 0; i < rank; i++)
        sum += counts[i];
    return sum;
}

void coll_reduce_scatter_pairwise(const struct p2p_comm *comm, const void *own, void *receive, const int *counts,
                                  const struct coll_reduction *reduction)
{
    size_t extent = reduction->extent, bytes = counts[comm->rank] * extent;
    const char *out = own;
    _Alignas(16) char small[2 * COLL_SMALL_SCRATCH];
    char *sum = coll_scratch(small, sizeof small, 2 * bytes), *incoming = sum + bytes;
    coll_copy(sum, out + coll_counts_before(counts, comm->rank) * extent, bytes);
    for (int step = 1; step < comm->size; step++) {
        int dest = coll_after(comm, comm->rank, step), source = coll_before(comm, comm->rank, step);
        coll_exchange(comm, out + coll_counts_before(counts, dest) * extent, counts[dest] * extent, dest, incoming, bytes,
                      source, COLL_REDUCE_SCATTER);
        coll_combine(reduction, incoming, sum, counts[comm->rank], false);
    }
    coll_copy(receive, sum, bytes);
    coll_scratch_free(small, sum);
}
