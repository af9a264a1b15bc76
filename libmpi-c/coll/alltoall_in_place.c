// Exchange of all with all in one buffer: in step i the ranks whose sum is i modulo p swap their blocks through one
// block of scratch.
// Cost: p (a + n b), and a copy of each block.
#include "coll/algorithms.h"

static size_t coll_longest(const struct p2p_comm *comm, const struct coll_blocks *blocks)
{
    size_t longest = blocks->bytes;
    for (int rank = 0; blocks->sizes != NULL && rank < comm->size; rank++) {
        if (blocks->sizes[rank] > longest)
            longest = blocks->sizes[rank];
    }
    return longest;
}

void coll_alltoall_in_place(const struct p2p_comm *comm, const struct coll_blocks *blocks)
{
    _Alignas(16) char small[COLL_SMALL_SCRATCH];
    char *out = coll_scratch(small, sizeof small, coll_longest(comm, blocks));
    for (int step = 0; step < comm->size; step++) {
        int partner = coll_before(comm, step, comm->rank);
        if (partner == comm->rank)
            continue;
        char *block = coll_block(blocks, partner);
        size_t bytes = coll_block_bytes(blocks, partner);
        coll_copy(out, block, bytes);
        coll_exchange(comm, out, bytes, partner, block, bytes, partner, COLL_ALLTOALL);
    }
    coll_scratch_free(small, out);
}
