// Exchange of all with all in one buffer: in step i the ranks whose sum is i modulo p swap their blocks through one
// block of scratch.
// Cost: p (a + n b), and a copy of each block.
#include "coll/internal.h"

void coll_alltoall_in_place(const struct p2p_comm *comm, void *blocks, size_t bytes)
{
    char *at = blocks;
    _Alignas(16) char small[COLL_SMALL_SCRATCH];
    char *out = coll_scratch(small, sizeof small, bytes);
    for (int step = 0; step < comm->size; step++) {
        int partner = coll_before(comm, step, comm->rank);
        if (partner == comm->rank)
            continue;
        char *block = at + partner * bytes;
        coll_copy(out, block, bytes);
        coll_exchange(comm, out, bytes, partner, block, bytes, partner, COLL_ALLTOALL);
    }
    coll_scratch_free(small, out);
}
