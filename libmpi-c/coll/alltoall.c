// Exchange of all with all: with or without a second buffer.
#include "coll/internal.h"

void coll_alltoall(const struct p2p_comm *comm, const void *send, size_t send_bytes, void *receive,
                   size_t receive_bytes)
{
    coll_begin(comm);
    if (send == MPI_IN_PLACE)
        coll_alltoall_in_place(comm, receive, receive_bytes);
    else
        coll_alltoall_pairwise(comm, send, send_bytes, receive, receive_bytes);
}
