// Barrier and broadcast between the groups of an inter-communicator; the leader of a group is its rank 0.
// Cost, within either group: (2 ceil(log2 p) + 1) a for the barrier, (ceil(log2 p) + 1) (a + n b) for the broadcast.
#include "coll/algorithms.h"

void coll_inter_barrier(const struct p2p_comm *comm, const struct p2p_comm *local)
{
    coll_begin(comm);
    coll_begin(local);
    coll_barrier_dissemination(local);
    if (local->rank == 0)
        coll_exchange(comm, NULL, 0, 0, NULL, 0, 0, COLL_BARRIER);
    coll_bcast_binomial(local, NULL, 0, 0);
}

void coll_inter_bcast(const struct p2p_comm *comm, const struct p2p_comm *local, void *buffer, size_t bytes, int root)
{
    coll_begin(comm);
    coll_begin(local);
    if (root == MPI_ROOT)
        coll_send(comm, buffer, bytes, 0, COLL_BCAST);
    if (root < 0)
        return;
    if (local->rank == 0)
        coll_receive(comm, buffer, bytes, root, COLL_BCAST);
    coll_bcast_binomial(local, buffer, bytes, 0);
}
