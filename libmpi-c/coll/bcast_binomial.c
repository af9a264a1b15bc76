// Broadcast down a binomial tree: each rank that has the message sends it to the rank half the remaining distance away.
// Cost: ceil(log2 p) (a + n b).
#include "coll/algorithms.h"

void coll_bcast_binomial(const struct p2p_comm *comm, void *buffer, size_t bytes, int root)
{
    int relative = coll_before(comm, comm->rank, root);
    int distance = coll_tree_distance(comm, relative);
    if (relative != 0)
        coll_receive(comm, buffer, bytes, coll_before(comm, comm->rank, distance), COLL_BCAST);
    while ((distance /= 2) > 0) {
        if (relative + distance < comm->size)
            coll_send(comm, buffer, bytes, coll_after(comm, comm->rank, distance), COLL_BCAST);
    }
}
