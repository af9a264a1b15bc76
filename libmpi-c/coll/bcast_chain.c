// Broadcast along a chain of ranks, in segments that follow each other.
// Cost: (p − 2 + n / s) (a + s b) for segments of s bytes.
#include "coll/algorithms.h"

enum { COLL_SEGMENT = 4096 };

void coll_bcast_chain(const struct p2p_comm *comm, void *buffer, size_t bytes, int root)
{
    char *at = buffer;
    bool is_first = comm->rank == root, is_last = coll_after(comm, comm->rank, 1) == root;
    int next = coll_after(comm, comm->rank, 1), previous = coll_before(comm, comm->rank, 1);
    size_t done = 0;
    do {
        size_t left = bytes - done, segment = left < COLL_SEGMENT ? left : COLL_SEGMENT;
        if (!is_first)
            coll_receive(comm, at + done, segment, previous, COLL_BCAST);
        if (!is_last)
            coll_send(comm, at + done, segment, next, COLL_BCAST);
        done += segment;
    } while (done < bytes);
}
