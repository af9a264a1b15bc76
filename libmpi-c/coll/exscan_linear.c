// Exclusive scan along the line of ranks.
// Cost: (p − 1) (a + n b + n c).
#include "coll/algorithms.h"

void coll_exscan_linear(const struct p2p_comm *comm, const void *own, void *receive,
                        const struct coll_reduction *reduction)
{
    size_t bytes = reduction->count * reduction->extent;
    _Alignas(16) char small[2 * COLL_SMALL_SCRATCH];
    char *sum = coll_scratch(small, sizeof small, 2 * bytes), *incoming = sum + bytes;
    coll_copy(sum, own, bytes);
    if (comm->rank > 0)
        coll_receive(comm, incoming, bytes, comm->rank - 1, COLL_EXSCAN);
    if (comm->rank > 0)
        coll_copy(receive, incoming, bytes);
    if (comm->rank > 0 && comm->rank + 1 < comm->size)
        coll_combine(reduction, incoming, sum, reduction->count, false);
    if (comm->rank + 1 < comm->size)
        coll_send(comm, sum, bytes, comm->rank + 1, COLL_EXSCAN);
    coll_scratch_free(small, sum);
}
