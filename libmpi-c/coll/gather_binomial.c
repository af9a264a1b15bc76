// Gather up a binomial tree: each inner node collects the blocks of its subtree, in ranks relative to the root.
// Cost: ceil(log2 p) a + (p − 1) n b.
#include "coll/algorithms.h"

void coll_gather_binomial(const struct p2p_comm *comm, const void *own, void *receive, size_t bytes, int root)
{
    int relative = coll_before(comm, comm->rank, root);
    int distance = coll_tree_distance(comm, relative);
    int blocks = coll_subtree(comm, relative, distance);
    _Alignas(16) char small[COLL_SMALL_SCRATCH];
    char *collected = coll_scratch(small, sizeof small, blocks * bytes);
    coll_copy(collected, own, bytes);
    for (int child = 1; child < distance && relative + child < comm->size; child *= 2)
        coll_receive(comm, collected + child * bytes, coll_subtree(comm, relative + child, child) * bytes,
                     coll_after(comm, comm->rank, child), COLL_GATHER);
    if (relative != 0) {
        coll_send(comm, collected, blocks * bytes, coll_before(comm, comm->rank, distance), COLL_GATHER);
    } else {
        coll_copy((char *)receive + root * bytes, collected, (comm->size - root) * bytes);
        coll_copy(receive, collected + (comm->size - root) * bytes, root * bytes);
    }
    coll_scratch_free(small, collected);
}
