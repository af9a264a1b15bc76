// Exchange of all with all for short messages (Bruck et al. 1997). Block i must move i ranks forward; in round k all blocks whose
// number has bit k set move 2^k ranks forward in one message.
// Cost: ceil(log2 p) (a + n b p / 2), and copies.
#include "coll/algorithms.h"

// Copies the blocks whose number has this bit set to `packed`, one after the other, or back. Returns their bytes.
static size_t coll_pick(const struct p2p_comm *comm, char *blocks, size_t bytes, int bit, char *packed, bool back)
{
    size_t at = 0;
    for (int i = 0; i < comm->size; i++) {
        if ((i & bit) == 0)
            continue;
        char *block = blocks + i * bytes;
        coll_copy(back ? block : packed + at, back ? packed + at : block, bytes);
        at += bytes;
    }
    return at;
}

void coll_alltoall_bruck(const struct p2p_comm *comm, const void *send, void *receive, size_t bytes)
{
    int size = comm->size, rank = comm->rank;
    _Alignas(16) char small[2 * COLL_SMALL_SCRATCH];
    char *turned = coll_scratch(small, sizeof small, 3 * size * bytes), *out = turned + size * bytes, *in = out + size * bytes;
    coll_copy(turned, (const char *)send + rank * bytes, (size - rank) * bytes);
    coll_copy(turned + (size - rank) * bytes, send, rank * bytes);
    for (int bit = 1; bit < size; bit *= 2) {
        size_t now = coll_pick(comm, turned, bytes, bit, out, false);
        coll_exchange(comm, out, now, coll_after(comm, rank, bit), in, now, coll_before(comm, rank, bit), COLL_ALLTOALL);
        coll_pick(comm, turned, bytes, bit, in, true);
    }
    // A block that has moved i ranks comes from the rank i places before this one.
    for (int i = 0; i < size; i++)
        coll_copy((char *)receive + coll_before(comm, rank, i) * bytes, turned + i * bytes, bytes);
    coll_scratch_free(small, turned);
}
