// A call of a collective operation: one record for its blocking, non-blocking and persistent form. Each function fills it in,
// api_call_check finds what is wrong, and api_call_perform does it, with buffers of any datatype.
#ifndef API_CALL_H
#define API_CALL_H

#include "api/api.h"
#include "api/op.h"
#include "coll/coll.h"

enum api_operation {
    API_BARRIER,
    API_BCAST,
    API_GATHER,
    API_SCATTER,
    API_ALLGATHER,
    API_ALLTOALL,
    API_REDUCE,
    API_ALLREDUCE,
    API_SCAN,
    API_EXSCAN,
    API_REDUCE_SCATTER,
    API_NEIGHBOR_ALLGATHER,
    API_NEIGHBOR_ALLTOALL,
};

// One of the two buffers: blocks of `count` elements each, or block i of counts[i] at its displacement, which counts extents, or
// bytes where each block has its own type.
struct api_side {
    void *buffer;
    int count;
    MPI_Datatype type;
    bool varies;
    const int *counts, *displacements;
    const MPI_Datatype *types;
    const MPI_Aint *distances;  // displacements of neighbours' blocks with their own types
    int blocks;                 // filled in by api_call_check; 0: the side has no meaning at this rank
};

struct api_call {
    const char *function;
    enum api_operation operation;
    int root;
    MPI_Op op;
    struct api_side send, receive;
    bool varies;        // of a reduce-scatter: its parts differ, as `counts` says
    const int *counts;
    // Filled in by api_call_check.
    const struct p2p_comm *comm, *local;  // `local` of inter-communicators only
    bool in_place;
    bool gives, gets;  // has the rank something to contribute, and to get?
    struct coll_neighbors neighbors;
};

static inline struct api_side api_side(const void *buffer, int count, MPI_Datatype type)
{
    return (struct api_side){.buffer = (void *)buffer, .count = count, .type = type};
}

static inline struct api_side api_side_v(const void *buffer, const int *counts, const int *displacements, MPI_Datatype type)
{
    return (struct api_side){.buffer = (void *)buffer, .type = type, .varies = true, .counts = counts,
                             .displacements = displacements};
}

static inline struct api_side api_side_w(const void *buffer, const int *counts, const int *displacements,
                                         const MPI_Datatype *types)
{
    return (struct api_side){.buffer = (void *)buffer, .varies = true, .counts = counts, .displacements = displacements,
                             .types = types};
}

static inline struct api_side api_side_wide(const void *buffer, const int *counts, const MPI_Aint *distances,
                                            const MPI_Datatype *types)
{
    return (struct api_side){.buffer = (void *)buffer, .varies = true, .counts = counts, .distances = distances,
                             .types = types};
}

static inline int api_side_count(const struct api_side *side, int block)
{
    return side->varies ? side->counts[block] : side->count;
}

static inline MPI_Datatype api_side_type(const struct api_side *side, int block)
{
    return side->types != NULL ? side->types[block] : side->type;
}

static inline size_t api_side_bytes(const struct api_side *side, int block)
{
    size_t count = api_side_count(side, block);
    return count == 0 ? 0 : count * type_size(api_side_type(side, block));
}

// Where the user has a block, from the buffer's address on.
ptrdiff_t api_side_at(const struct api_side *side, int block);

// MPI_SUCCESS, or the error that it has reported; also enters the function.
int api_call_check(struct api_call *call, MPI_Comm comm);

void api_call_perform(const struct api_call *call);
void api_call_reduce(const struct api_call *call);

// Of a communicator with a topology: finds the neighbours.
int api_call_find_neighbors(struct api_call *call);

// How a reduction sees elements of `type`: as they lie at the user's, or `copied` into memory of its own. `user` is filled in for
// an operation that the program has defined.
struct api_elements {
    struct coll_reduction reduction;
    struct coll_user user;
    bool copied;
};
void api_elements_open(struct api_elements *elements, MPI_Op op, MPI_Datatype type, size_t count);
// Copies elements between the user's buffer and memory of the reduction.
void api_elements_load(const struct api_elements *elements, void *memory, const void *buffer, size_t count);
void api_elements_store(const struct api_elements *elements, void *buffer, const void *memory, size_t count);

// The three forms; `error` is what api_call_check has said.
int api_call_now(struct api_call *call, int error);
int api_call_begin(struct api_call *call, int error, MPI_Request *request);
int api_call_prepare(struct api_call *call, int error, MPI_Request *request);

#endif
