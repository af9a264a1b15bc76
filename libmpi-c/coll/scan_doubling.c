// Scan by doubling (Hillis & Steele 1986): before round k a rank has the reduction over the 2^k ranks up to itself; it sends
// that to the rank 2^k after it.
// Cost: ceil(log2 p) (a + n b + n c).
#include "coll/algorithms.h"

void coll_scan_doubling(const struct p2p_comm *comm, void *inout, const struct coll_reduction *reduction)
{
    size_t bytes = reduction->count * reduction->extent;
    _Alignas(16) char small[COLL_SMALL_SCRATCH];
    char *incoming = coll_scratch(small, sizeof small, bytes);
    for (int distance = 1; distance < comm->size; distance *= 2) {
        int source = comm->rank - distance;
        coll_shift(comm, inout, bytes, comm->rank + distance, incoming, bytes, source, COLL_SCAN);
        if (source >= 0)
            coll_combine(reduction, incoming, inout, reduction->count, false);
    }
    coll_scratch_free(small, incoming);
}
