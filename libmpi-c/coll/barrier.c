// Barrier: in hardware where there is one for the communicator.
#include "coll/choices.h"

void coll_barrier(const struct p2p_comm *comm)
{
    unsigned choice = coll_choose_barrier(comm, 0, 0);
    if (choice == COLL_BARRIER_HARDWARE && p2p_barrier(comm))
        return;
    coll_begin(comm);
    if (choice == COLL_BARRIER_TREE)
        coll_barrier_tree(comm);
    else
        coll_barrier_dissemination(comm);
}
