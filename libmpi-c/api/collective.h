// Checks that the collective operations share.
#ifndef API_COLLECTIVE_H
#define API_COLLECTIVE_H

#include "api/api.h"
#include "coll/coll.h"

static inline bool api_bad_root(const struct p2p_comm *comm, int root)
{
    return (unsigned)root >= (unsigned)comm->size;
}

// Blocks that this rank sends and receives; which of them have a meaning, and may be in place.
struct api_block {
    const void *buffer;
    int count;
    MPI_Datatype datatype;
    bool used, in_place;
};

// Also finds a send block that is longer than the receive block of the same rank.
int api_check_blocks(const char *function, const struct p2p_comm *comm, const struct api_block *send,
                     const struct api_block *receive);

static inline size_t api_block_bytes(const struct api_block *block)
{
    return block->used && block->buffer != MPI_IN_PLACE ? api_bytes(block->count, p2p_datatype(block->datatype)) : 0;
}

// The arguments of a reduction: may the send buffer be MPI_IN_PLACE, has the receive buffer a meaning at this rank?
struct api_reduce_arguments {
    const void *send;
    void *receive;
    int count;
    MPI_Datatype datatype;
    MPI_Op op;
    bool in_place, receives;
};

int api_explain_reduction(const char *function, const struct p2p_comm *comm,
                          const struct api_reduce_arguments *arguments) __attribute__((cold));

static inline bool api_bad_reduce_buffers(const struct api_reduce_arguments *a, const struct p2p_datatype *type)
{
    if (a->send == MPI_IN_PLACE ? !a->in_place : api_bad_buffer(a->send, a->count, type))
        return true;
    return a->receives && (a->receive == MPI_IN_PLACE || api_bad_buffer(a->receive, a->count, type) ||
                           (a->send == a->receive && a->count != 0));
}

// Returns MPI_SUCCESS and what to do, or the reported error.
static inline int api_check_reduction(const char *function, const struct p2p_comm *comm,
                                      const struct api_reduce_arguments *arguments, struct coll_reduction *reduction)
{
    const struct p2p_datatype *type = p2p_datatype(arguments->datatype);
    reduction->combine = coll_find_kernel(arguments->op, type->class);
    reduction->count = arguments->count;
    reduction->extent = type->extent;
    if (__builtin_expect(api_bad_reduce_buffers(arguments, type) || reduction->combine == NULL, 0))
        return api_explain_reduction(function, comm, arguments);
    return MPI_SUCCESS;
}

int api_explain_root(const char *function, const struct p2p_comm *comm, int root) __attribute__((cold));

// MPI_SUCCESS, or the error of the collective that has just ended.
int api_collective_result(const char *function, const struct p2p_comm *comm);

#endif
