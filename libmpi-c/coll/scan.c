// Scan: choice of the algorithm, by the bytes of the vector.
#include "coll/choices.h"

void coll_scan(const struct p2p_comm *comm, const void *send, void *receive, const struct coll_reduction *reduction)
{
    coll_begin(comm);
    size_t bytes = reduction->count * reduction->extent;
    if (send != MPI_IN_PLACE)
        coll_copy(receive, send, bytes);
    if (coll_choose_scan(comm, bytes, 0) == COLL_SCAN_LINEAR)
        coll_scan_linear(comm, receive, reduction);
    else
        coll_scan_doubling(comm, receive, reduction);
}
