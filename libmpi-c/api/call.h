// A call of a collective operation: one record for its blocking, non-blocking and persistent form. Each MPI function fills in the
// record, call_check checks it, and call_perform performs it. Buffers may have any datatype.
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

// One of the two buffers of a call. Either all blocks have `count` elements of `type`, or the blocks vary: block i has counts[i]
// elements. The displacements of varying blocks count extents of `type`, or bytes if each block has its own type.
struct call_side {
    void *buffer;
    int count;
    MPI_Datatype type;
    bool varies;
    const int *counts, *displacements;
    const MPI_Datatype *types;  // the type of each block; NULL: all have `type`
    const MPI_Aint *distances;  // of MPI_Neighbor_alltoallw: displacements in bytes, in place of `displacements`
    int blocks;                 // set by call_check: the number of blocks; 0: this rank does not use the buffer
};

struct call {
    const char *function;
    enum call_operation operation;
    int root;
    MPI_Op op;
    struct call_side send, receive;
    bool varies;        // of MPI_Reduce_scatter: rank i gets counts[i] elements of the result
    const int *counts;
    // The rest is set by call_check.
    const struct p2p_comm *comm, *local;  // `local`: of an inter-communicator, its own group; else NULL
    bool in_place;     // MPI_IN_PLACE was given
    bool gives, gets;  // does this rank contribute data, and does it get a result?
    struct coll_neighbors neighbors;
};

// The constructors below make a side from the arguments of an MPI function: blocks of equal length; blocks of varying length (the
// functions with v); blocks with their own types (those with w); and those of MPI_Neighbor_alltoallw.

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

// Elements, datatype and packed size in bytes of a block.
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

// The offset of a block in the user's buffer, in bytes.
ptrdiff_t call_side_at(const struct call_side *side, int block);

// Checks a call that is filled in, and sets the remaining members. Ends the run if MPI is not initialized. Returns MPI_SUCCESS,
// or reports the first wrong argument and returns its error class.
int call_check(struct call *call, MPI_Comm comm);

// Performs a call that call_check has accepted, and waits for its end. call_reduce is the part for reductions.
void call_perform(const struct call *call);
void call_reduce(const struct call *call);

// Sets the neighbours of a neighbourhood collective. Returns MPI_SUCCESS, or reports that the communicator has no topology and
// returns the error class.
int call_find_neighbors(struct call *call);

// The elements that a reduction works on.
struct call_elements {
    struct coll_reduction reduction;
    struct coll_user user;  // of an operation that the program has defined
    bool copied;            // the elements have gaps, so the reduction needs copies (call_elements_load and _store)
};

// Describes a reduction of `count` elements of `type` by `op`. Nothing is allocated. `elements` must stay at its address, because
// elements->reduction may point into it.
void call_elements_open(struct call_elements *elements, MPI_Op op, MPI_Datatype type, size_t count);

// Copy `count` elements from the user's buffer to memory of the reduction, and back. Only if elements->copied.
void call_elements_load(const struct call_elements *elements, void *memory, const void *buffer, size_t count);
void call_elements_store(const struct call_elements *elements, void *buffer, const void *memory, size_t count);

// The blocking, the non-blocking and the persistent form of a call. `error` is what call_check returned; if it is no success,
// they only return it. Each returns MPI_SUCCESS or an error class that has been reported. The last two copy the call and set
// `*request`.
int call_now(struct call *call, int error);
int call_begin(struct call *call, int error, MPI_Request *request);
int call_prepare(struct call *call, int error, MPI_Request *request);

#endif
