// Declarations that the functions of collective operations share: the checks of the fast path, and reports. The fast path is
// for blocking calls with predefined types on an intra-communicator.
#ifndef API_COLLECTIVE_H
#define API_COLLECTIVE_H

#include "api/call.h"
#include "api/communicator.h"

// Is `root` no rank of `comm`?
static inline bool call_bad_root(const struct p2p_comm *comm, int root)
{
    return (unsigned)root >= (unsigned)comm->size;
}

// Is `comm` a valid intra-communicator, and is MPI initialized? (Outside MPI_Init and MPI_Finalize communicators have no ranks.)
static inline bool call_is_plain(const struct p2p_comm *comm)
{
    return comm != NULL && comm->size != 0 && !comm_is_inter(comm);
}

// Is (buffer, count, type) valid and of a type that needs no packing? Sets `*bytes` to its size. False for MPI_IN_PLACE.
static inline bool call_quick(const void *buffer, int count, MPI_Datatype type, size_t *bytes)
{
    if (!p2p_is_within(type) || count < 0 || buffer == MPI_IN_PLACE || (buffer == NULL && count != 0))
        return false;
    unsigned shift = p2p_shift(type);
    *bytes = p2p_shifted_bytes(count, shift);
    return shift != 0;
}

// The same for both buffers, whose blocks must have the same size in bytes. `send` may be MPI_IN_PLACE.
static inline bool call_quick_both(const void *send, int send_count, MPI_Datatype send_type, const void *receive,
                                   int receive_count, MPI_Datatype receive_type, size_t *bytes)
{
    size_t out;
    return call_quick(receive, receive_count, receive_type, bytes) &&
           (send == MPI_IN_PLACE ||
            (call_quick(send, send_count, send_type, &out) && out == *bytes && send != receive));
}

// Does the rank's own block lie elsewhere than at its place in `all`, the blocks of all ranks?
static inline bool call_is_elsewhere(const struct p2p_comm *comm, const void *own, const void *all, size_t bytes)
{
    return (uintptr_t)own != (uintptr_t)all + comm->rank * bytes;
}

// As call_quick_both, for operations in which only the root has the blocks of `all` ranks: other ranks check `own` only.
static inline bool call_quick_gather(const struct p2p_comm *comm, const void *own, int own_count, MPI_Datatype own_type,
                                     const void *all, int count, MPI_Datatype type, int root, size_t *bytes)
{
    if (comm->rank == root)
        return call_quick_both(own, own_count, own_type, all, count, type, bytes) &&
               call_is_elsewhere(comm, own, all, *bytes);
    return !call_bad_root(comm, root) && call_quick(own, own_count, own_type, bytes);
}

// Is `op` a predefined operation that is defined for the predefined `type`? Sets `*reduction`.
static inline bool call_quick_op(int count, MPI_Datatype type, MPI_Op op, struct coll_reduction *reduction)
{
    const struct p2p_datatype *known = p2p_datatype_within(type);
    reduction->combine = coll_find_kernel(op, known->class);
    reduction->count = count;
    reduction->extent = known->extent;
    reduction->user = NULL;
    return reduction->combine != NULL;
}

// Reports a root that is no rank of `comm`; returns MPI_ERR_ROOT.
int call_explain_root(const char *function, const struct p2p_comm *comm, int root) __attribute__((cold));

// Reports that a message of a collective was longer than its receive; returns MPI_ERR_TRUNCATE.
int call_explain_failure(const char *function, const struct p2p_comm *comm,
                         const struct p2p_failure *failed) __attribute__((cold));

// Returns MPI_SUCCESS if the collective that has just ended on `comm` succeeded; else reports its truncation and returns the
// class.
int call_result(const char *function, const struct p2p_comm *comm);

#endif
