// Exchange of all with all in p − 1 steps: in step i each rank sends to the rank i places after it and receives from the rank i
// places before it, so no rank receives from two ranks at once.
// Cost: (p − 1) (a + n b).
#include "coll/algorithms.h"

void coll_alltoall_pairwise(const struct p2p_comm *comm, const struct coll_blocks *send, const struct coll_blocks *receive)
{
    coll_copy(coll_block(receive, comm->rank), coll_block(send, comm->rank), coll_block_bytes(send, comm->rank));
    for (int step = 1; step < comm->size; step++) {
        int dest = coll_after(comm, comm->rank, step), source = coll_before(comm, comm->rank, step);
        coll_exchange(comm, coll_block(send, dest), coll_block_bytes(send, dest), dest, coll_block(receive, source),
                      coll_block_bytes(receive, source), source, COLL_ALLTOALL);
    }
}
