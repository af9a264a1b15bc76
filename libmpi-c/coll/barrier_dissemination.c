// Barrier by dissemination (Hensgen, Finkel & Manber 1988): in round k every rank tells the one 2^k after it.
// Cost: ceil(log2 p) a.
#include "coll/algorithms.h"

void coll_barrier_dissemination(const struct p2p_comm *comm)
{
    for (int distance = 1; distance < comm->size; distance *= 2)
        coll_exchange(comm, NULL, 0, coll_after(comm, comm->rank, distance), NULL, 0,
                      coll_before(comm, comm->rank, distance), COLL_BARRIER);
}
