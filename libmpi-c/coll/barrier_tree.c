// Barrier up and down a binomial tree.
// Cost: 2 ceil(log2 p) a, with 2 (p − 1) messages in all.
#include "coll/algorithms.h"

void coll_barrier_tree(const struct p2p_comm *comm)
{
    int distance = coll_tree_distance(comm, comm->rank);
    for (int child = 1; child < distance && comm->rank + child < comm->size; child *= 2)
        coll_receive(comm, NULL, 0, comm->rank + child, COLL_BARRIER);
    if (comm->rank != 0)
        coll_send(comm, NULL, 0, comm->rank - distance, COLL_BARRIER);
    coll_bcast_binomial(comm, NULL, 0, 0);
}
