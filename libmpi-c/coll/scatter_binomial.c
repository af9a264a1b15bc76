// Scatter down a binomial tree: each inner node gets the blocks of its subtree, in ranks relative to the root.
// Cost: ceil(log2 p) a + (p − 1) n b.
#include "coll/algorithms.h"

void coll_scatter_binomial(const struct p2p_comm *comm, const void *send, void *own, size_t bytes, int root)
{
    int relative = coll_before(comm, comm->rank, root);
    int distance = coll_tree_distance(comm, relative);
    int blocks = coll_subtree(comm, relative, distance);
    _Alignas(16) char small[COLL_SMALL_SCRATCH];
    char *mine = coll_scratch(small, sizeof small, blocks * bytes);
    if (relative != 0) {
        coll_receive(comm, mine, blocks * bytes, coll_before(comm, comm->rank, distance), COLL_SCATTER);
    } else {
        coll_copy(mine, (const char *)send + root * bytes, (comm->size - root) * bytes);
        coll_copy(mine + (comm->size - root) * bytes, send, root * bytes);
    }
    for (int child = distance / 2; child > 0; child /= 2) {
        if (relative + child < comm->size)
            coll_send(comm, mine + child * bytes, coll_subtree(comm, relative + child, child) * bytes,
                      coll_after(comm, comm->rank, child), COLL_SCATTER);
    }
    coll_copy(own, mine, bytes);
    coll_scratch_free(small, mine);
}
