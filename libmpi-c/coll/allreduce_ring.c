// Reduction to all of long messages round a ring: partial sums of each block go once round, then the sums (Patarasuk & Yuan
// 2009).
// Each element is combined by one chain of ranks, so that all ranks get the same bits.
// Cost: 2 (p − 1) a + (2 b + c) n (p − 1) / p, between neighbours only.
#include "coll/algorithms.h"

// Block i of p begins at element i * count / p.
static struct coll_blocks coll_ring_block(const struct p2p_comm *comm, char *inout, const struct coll_reduction *reduction,
                                          int block)
{
    uint64_t count = reduction->count;
    size_t first = count * block / comm->size, next = count * (block + 1) / comm->size;
    return (struct coll_blocks){.base = inout + first * reduction->extent, .bytes = (next - first) * reduction->extent};
}

void coll_allreduce_ring(const struct p2p_comm *comm, void *inout, const struct coll_reduction *reduction)
{
    int size = comm->size, next = coll_after(comm, comm->rank, 1 % size), previous = coll_before(comm, comm->rank, 1 % size);
    _Alignas(16) char small[COLL_SMALL_SCRATCH];
    char *incoming = coll_scratch(small, sizeof small, (reduction->count / size + 1) * reduction->extent);
    int block = comm->rank;
    for (int step = 1; step < 2 * size - 1; step++) {
        struct coll_blocks out = coll_ring_block(comm, inout, reduction, block);
        block = coll_before(comm, block, 1);
        struct coll_blocks in = coll_ring_block(comm, inout, reduction, block);
        bool sums = step < size;
        coll_exchange(comm, out.base, out.bytes, next, sums ? incoming : in.base, in.bytes, previous, COLL_ALLREDUCE);
        if (sums)
            coll_combine(reduction, incoming, in.base, in.bytes / reduction->extent, false);
    }
    coll_scratch_free(small, incoming);
}
