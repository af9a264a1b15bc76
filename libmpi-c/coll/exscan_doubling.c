// Exclusive scan by doubling, as coll_scan_doubling. The inclusive partial results are computed beside the exclusive ones.
// Cost: ceil(log2 p) (a + n b + 2 n c).
#include "coll/algorithms.h"

void coll_exscan_doubling(const struct p2p_comm *comm, const void *own, void *receive,
                          const struct coll_reduction *reduction)
{
    size_t bytes = reduction->count * reduction->extent;
    _Alignas(16) char small[2 * COLL_SMALL_SCRATCH];
    char *partial = coll_scratch(small, sizeof small, 2 * bytes), *incoming = partial + bytes;
    coll_copy(partial, own, bytes);
    for (int distance = 1; distance < comm->size; distance *= 2) {
        int source = comm->rank - distance;
        coll_shift(comm, partial, bytes, comm->rank + distance, incoming, bytes, source, COLL_EXSCAN);
        if (source < 0)
            continue;
        coll_combine(reduction, incoming, partial, reduction->count, false);
        if (distance == 1)
            coll_copy(receive, incoming, bytes);
        else
            coll_combine(reduction, incoming, receive, reduction->count, false);
    }
    coll_scratch_free(small, partial);
}
