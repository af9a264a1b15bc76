// Scan along the line of ranks.
// Cost: (p − 1) (a + n b + n c).
#include "coll/algorithms.h"

void coll_scan_linear(const struct p2p_comm *comm, void *inout, const struct coll_reduction *reduction)
{
    size_t bytes = reduction->count * reduction->extent;
    _Alignas(16) char small[COLL_SMALL_SCRATCH];
    char *incoming = coll_scratch(small, sizeof small, bytes);
    if (comm->rank > 0) {
        coll_receive(comm, incoming, bytes, comm->rank - 1, COLL_SCAN);
        coll_combine(reduction, incoming, inout, reduction->count, false);
    }
    if (comm->rank + 1 < comm->size)
        coll_send(comm, inout, bytes, comm->rank + 1, COLL_SCAN);
    coll_scratch_free(small, incoming);
}
