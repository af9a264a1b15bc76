// Exchange of all with all in p − 1 steps: in step i to the rank i after, from the rank i before, so that no rank is
// the target of two at once.
// Cost: (p − 1) (a + n b).
#include "coll/internal.h"

void coll_alltoall_pairwise(const struct p2p_comm *comm, const void *send, size_t send_bytes, void *receive,
                            size_t receive_bytes)
{
    const char *out = send;
    char *in = receive;
    coll_copy(in + comm->rank * receive_bytes, out + comm->rank * send_bytes, send_bytes);
    for (int step = 1; step < comm->size; step++) {
        int dest = coll_after(comm, comm->rank, step), source = coll_before(comm, comm->rank, step);
        coll_exchange(comm, out + dest * send_bytes, send_bytes, dest, in + source * receive_bytes, receive_bytes,
                      source, COLL_ALLTOALL);
    }
}
