// Barrier: in hardware where there is one for the communicator.
#include "coll/internal.h"

void coll_barrier(const struct p2p_comm *comm)
{
    if (!p2p_barrier(comm))
        coll_barrier_dissemination(comm);
}
