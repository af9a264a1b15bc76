// What the functions of collective operations share: the expected way of the blocking ones, with predefined types on a
// communicator of one group, and reports.
#ifndef API_COLLECTIVE_H
#define API_COLLECTIVE_H

#include "api/call.h"
#include "api/communicator.h"

static inline bool call_bad_root(const struct p2p_comm *comm, int root)
{
    return (unsigned)root >= (unsigned)comm->size;
}

// One group, and within MPI_Init and MPI_Finalize.
static inline bool call_is_plain(const struct p2p_comm *comm)
{
    return comm != NULL && comm->size != 0 && !comm_is_inter(comm);
}

// A buffer whose bytes lie as they are sent, with nothing wrong about it; not for MPI_IN_PLACE.
static inline bool call_quick(const void *buffer, int count, MPI_Datatype type, size_t *bytes)
{
    if (!p2p_is_within(type) || count < 0 || buffer == MPI_IN_PLACE || (buffer == NULL && count != 0))
        return false;
    unsigned shift = p2p_datatype_within(type)->shift;
    *bytes = p2p_shifted_bytes(count, shift);
    return shift != 0;
}

// The same of both buffers, which have blocks of the same bytes; the first may be MPI_IN_PLACE.
static inline bool call_quick_both(const void *send, int send_count, MPI_Datatype send_type, const void *receive,
                                   int receive_count, MPI_Datatype receive_type, size_t *bytes)
{
    size_t out;
    return call_quick(receive, receive_count, receive_type, bytes) &&
           (send == MPI_IN_PLACE ||
            (call_quick(send, send_count, send_type, &out) && out == *bytes && send != receive));
}

// Is the rank's own block elsewhere than where it has its place among those of all?
static inline bool call_is_elsewhere(const struct p2p_comm *comm, const void *own, const void *all, size_t bytes)
{
    return (uintptr_t)own != (uintptr_t)all + comm->rank * bytes;
}

// The same where one rank has the blocks of all, and the others look at their own alone.
static inline bool call_quick_gather(const struct p2p_comm *comm, const void *own, int own_count, MPI_Datatype own_type,
                                     const void *all, int count, MPI_Datatype type, int root, size_t *bytes)
{
    if (comm->rank == root)
        return call_quick_both(own, own_count, own_type, all, count, type, bytes) &&
               call_is_elsewhere(comm, own, all, *bytes);
    return !call_bad_root(comm, root) && call_quick(own, own_count, own_type, bytes);
}

// A predefined operation on a type that it is defined for.
static inline bool call_quick_op(int count, MPI_Datatype type, MPI_Op op, struct coll_reduction *reduction)
{
    const struct p2p_datatype *known = p2p_datatype_within(type);
    reduction->combine = coll_find_kernel(op, known->class);
    reduction->count = count;
    reduction->extent = known->extent;
    reduction->user = NULL;
    return reduction->combine != NULL;
}

int call_explain_root(const char *function, const struct p2p_comm *comm, int root) __attribute__((cold));

// Reports that a message of a collective was longer than its receive; returns the error.
int call_explain_failure(const char *function, const struct p2p_comm *comm,
                         const struct p2p_failure *failed) __attribute__((cold));

// MPI_SUCCESS, or the error of the collective that has just ended.
int call_result(const char *function, const struct p2p_comm *comm);

#endif
