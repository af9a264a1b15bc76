// A call of a collective operation: one record for its blocking, non-blocking and persistent form. Each function fills it in,
// call_check finds what is wrong, and call_perform does it, with buffers of any datatype.
#ifndef API_CALL_H
#define API_CALL_H

#include "api/api.h"
#include "api/op.h"
#include "coll/coll.h"

enum call_operation {
    CALL_BARRIER,
    CALL_BCAST,
    CALL_GATHER,
    CALL_SCATTER,
    CALL_ALLGATHER,
    CALL_ALLTOALL,
    CALL_REDUCE,
    CALL_ALLREDUCE,
    CALL_SCAN,
    CALL_EXSCAN,
    CALL_REDUCE_SCATTER,
    CALL_NEIGHBOR_ALLGATHER,
    CALL_NEIGHBOR_ALLTOALL,
};

// One of the two buffers: blocks of `count` elements each, or block i of counts[i] at its displacement, which counts extents, or
// bytes where each block has its own type.
struct call_side {
    void *buffer;
    int count;
    MPI_Datatype type;
    bool varies;
    const int *counts, *displacements;
    const MPI_Datatype *types;
    const MPI_Aint *distances;  // displacements of neighbours' blocks with their own types
    int blocks;                 // filled in by call_check; 0: the side has no meaning at this rank
};

struct call {
    const char *function;
    enum call_operation operation;
    int root;
    MPI_Op op;
    struct call_side send, receive;
    bool varies;        // of a reduce-scatter: its parts differ, as `counts` says
    const int *counts;
    // Filled in by call_check.
    const struct p2p_comm *comm, *local;  // `local` of inter-communicators only
    bool in_place;
    bool gives, gets;  // has the rank something to contribute, and to get?
    struct coll_neighbors neighbors;
};

static inline struct call_side call_side(const void *buffer, int count, MPI_Datatype type)
{
    return (struct call_side){.buffer = (void *)buffer, .count = count, .type = type};
}

static inline struct call_side call_side_v(const void *buffer, const int *counts, const int *displacements, MPI_Datatype type)
{
    return (struct call_side){.buffer = (void *)buffer, .type = type, .varies = true, .counts = counts,
                              .displacements = displacements};
}

static inline struct call_side call_side_w(const void *buffer, const int *counts, const int *displacements,
                                           const MPI_Datatype *types)
{
    return (struct call_side){.buffer = (void *)buffer, .varies = true, .counts = counts, .displacements = displacements,
                              .types = types};
}

static inline struct call_side call_side_wide(const void *buffer, const int *counts, const MPI_Aint *distances,
                                              const MPI_Datatype *types)
{
    return (struct call_side){.buffer = (void *)buffer, .varies = true, .counts = counts, .distances = distances,
                              .types = types};
}

static inline int call_side_count(const struct call_side *side, int block)
{
    return side->varies ? side->counts[block] : side->count;
}

static inline MPI_Datatype call_side_type(const struct call_side *side, int block)
{
    return side->types != NULL ? side->types[block] : side->type;
}

static inline size_t call_side_bytes(const struct call_side *side, int block)
{
    size_t count = call_side_count(side, block);
    return count == 0 ? 0 : count * type_size(call_side_type(side, block));
}

// Where the user has a block, from the buffer's address on.
ptrdiff_t call_side_at(const struct call_side *side, int block);

// MPI_SUCCESS, or the error that it has reported; also enters the function.
int call_check(struct call *call, MPI_Comm comm);

void call_perform(const struct call *call);
void call_reduce(const struct call *call);

// Of a communicator with a topology: finds the neighbours.
int call_find_neighbors(struct call *call);

// How a reduction sees elements of `type`: as they lie at the user's, or `copied` into memory of its own. `user` is filled in for
// an operation that the program has defined.
struct call_elements {
    struct coll_reduction reduction;
    struct coll_user user;
    bool copied;
};
void call_elements_open(struct call_elements *elements, MPI_Op op, MPI_Datatype type, size_t count);
// Copies elements between the user's buffer and memory of the reduction.
void call_elements_load(const struct call_elements *elements, void *memory, const void *buffer, size_t count);
void call_elements_store(const struct call_elements *elements, void *buffer, const void *memory, size_t count);

// The three forms; `error` is what call_check has said.
int call_now(struct call *call, int error);
int call_begin(struct call *call, int error, MPI_Request *request);
int call_prepare(struct call *call, int error, MPI_Request *request);

#endif
