// Reduction of a few bytes to all ranks by recursive doubling, through cells of the channel in place of messages.
// Cost: ceil(log2 p) a', and 2 a' unless p is a power of two, where a' is the latency of a remote store.
#include <string.h>

#include "coll/algorithms.h"
#include "coll/fold.h"
#include "p2p/cells.h"

enum { COLL_CELL_IN, COLL_CELL_OUT, COLL_CELL_ROUND };

// Copies the user's elements to or from words. A single number is copied without a call, for speed.
static inline void coll_cell_copy(void *to, const void *from, size_t bytes)
{
    typedef uint64_t __attribute__((may_alias)) word;
    typedef uint32_t __attribute__((may_alias)) half;
    uintptr_t ends = (uintptr_t)to | (uintptr_t)from;
    if (bytes == sizeof(word) && ends % sizeof(word) == 0)
        *(word *)to = *(const word *)from;
    else if (bytes == sizeof(half) && ends % sizeof(half) == 0)
        *(half *)to = *(const half *)from;
    else
        memcpy(to, from, bytes);
}

bool coll_allreduce_cells(const struct p2p_comm *comm, const void *send, void *receive,
                          const struct coll_reduction *reduction)
{
    size_t bytes = reduction->count * reduction->extent;
    unsigned exchange = bytes <= P2P_CELL_BYTES ? p2p_cells_begin(comm) : 0;
    if (exchange == 0)
        return false;
    _Alignas(16) p2p_cell_word own[P2P_CELL_WORDS], incoming[P2P_CELL_WORDS];
    size_t words = (bytes + sizeof *own - 1) / sizeof *own;
    coll_cell_copy(own, send == MPI_IN_PLACE ? receive : send, bytes);
    struct coll_fold fold = coll_fold(comm);
    bool is_pair = comm->rank < 2 * fold.extra;
    if (fold.rank < 0) {
        p2p_cell_put(exchange, comm->rank + 1, COLL_CELL_IN, own, words);
        p2p_cell_take(exchange, COLL_CELL_OUT, own, words);
    } else if (is_pair) {
        p2p_cell_take(exchange, COLL_CELL_IN, incoming, words);
        coll_combine(reduction, incoming, own, reduction->count, false);
    }
    unsigned cell = COLL_CELL_ROUND;
    for (int distance = 1; fold.rank >= 0 && distance < fold.size; distance *= 2, cell++) {
        int other = fold.rank ^ distance;
        p2p_cell_put(exchange, coll_unfolded(&fold, other), cell, own, words);
        p2p_cell_take(exchange, cell, incoming, words);
        coll_combine(reduction, incoming, own, reduction->count, other > fold.rank);
    }
    if (fold.rank >= 0 && is_pair)
        p2p_cell_put(exchange, comm->rank - 1, COLL_CELL_OUT, own, words);
    coll_cell_copy(receive, own, bytes);
    return true;
}
