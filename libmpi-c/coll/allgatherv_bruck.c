// Gather to all of blocks of different sizes, as coll_allgather_bruck: blocks are stored one after the other, beginning with the
// rank's own one, and are copied to their places at the end.
// Cost: ceil(log2 p) a + n b for n bytes in all, and two copies of them.
#include "coll/algorithms.h"

void coll_allgatherv_bruck(const struct p2p_comm *comm, const struct coll_blocks *blocks)
{
    int size = comm->size, rank = comm->rank;
    // starts[i]: where the block of the rank i places after this one begins.
    size_t *starts = coll_scratch(NULL, 0, (size + 1) * sizeof *starts);
    starts[0] = 0;
    for (int i = 0; i < size; i++)
        starts[i + 1] = starts[i] + coll_block_bytes(blocks, coll_after(comm, rank, i));
    _Alignas(16) char small[COLL_SMALL_SCRATCH];
    char *turned = coll_scratch(small, sizeof small, starts[size]);
    coll_copy(turned, coll_block(blocks, rank), starts[1]);
    for (int have = 1; have < size; have *= 2) {
        int now = have < size - have ? have : size - have;
        coll_exchange(comm, turned, starts[now], coll_before(comm, rank, have), turned + starts[have],
                      starts[have + now] - starts[have], coll_after(comm, rank, have), COLL_ALLGATHER);
    }
    for (int i = 1; i < size; i++)
        coll_copy(coll_block(blocks, coll_after(comm, rank, i)), turned + starts[i], starts[i + 1] - starts[i]);
    coll_scratch_free(small, turned);
    coll_scratch_free(NULL, starts);
}
