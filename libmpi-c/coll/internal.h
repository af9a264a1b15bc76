// Declarations that the algorithms share.
#ifndef COLL_INTERNAL_H
#define COLL_INTERNAL_H

#include "coll/coll.h"

// The tag of a collective message has its operation and the number of the call (coll_begin). So messages of different calls never
// match, even if ranks call different operations by mistake.
enum coll_tag {
    COLL_BARRIER = 1,
    COLL_BCAST,
    COLL_REDUCE,
    COLL_ALLREDUCE,
    COLL_GATHER,
    COLL_SCATTER,
    COLL_ALLGATHER,
    COLL_ALLTOALL,
    COLL_SCAN,
    COLL_EXSCAN,
    COLL_REDUCE_SCATTER,
    COLL_GATHERV,
    COLL_SCATTERV,
    COLL_ALLGATHERV,
    COLL_ALLTOALLV,
    COLL_NEIGHBOR,
    COLL_OPERATIONS,
};

// Properties of a call that some algorithms cannot handle; combined by or.
enum coll_obstacle {
    COLL_ORDERED = 1,   // the operation is not commutative
    COLL_UNEVEN = 2,    // the number of ranks is not a power of two
    COLL_FEW = 4,       // there are fewer elements than ranks
};

// The obstacles in a call without, and with, a reduction.
static inline unsigned coll_uneven(const struct p2p_comm *comm)
{
    return (comm->size & (comm->size - 1)) != 0 ? COLL_UNEVEN : 0;
}

static inline unsigned coll_obstacles(const struct p2p_comm *comm, const struct coll_reduction *reduction)
{
    return (reduction->user != NULL && reduction->user->ordered ? COLL_ORDERED : 0) |
           (reduction->count < (size_t)comm->size ? COLL_FEW : 0) | coll_uneven(comm);
}

// Combines `count` elements by the reduction's operation: inout = incoming op inout. If the operation is ordered and `incoming`
// comes from higher ranks (`is_higher`), inout = inout op incoming; then `incoming` is overwritten. coll_combine_user is the part
// for user-defined operations.
void coll_combine_user(const struct coll_reduction *reduction, void *incoming, void *inout, size_t count, bool is_higher);

static inline void coll_combine(const struct coll_reduction *reduction, void *incoming, void *inout, size_t count,
                                bool is_higher)
{
    if (__builtin_expect(reduction->combine != NULL, 1))
        reduction->combine(incoming, inout, count);
    else
        coll_combine_user(reduction, incoming, inout, count, is_higher);
}

// Consecutive blocks of `bytes` bytes each, from `base` on.
static inline struct coll_blocks coll_even(const void *base, size_t bytes)
{
    return (struct coll_blocks){.base = (char *)base, .bytes = bytes, .stride = bytes};
}

// Address and size of a rank's block.
static inline char *coll_block(const struct coll_blocks *blocks, int rank)
{
    return blocks->base + (blocks->sizes != NULL ? blocks->at[rank] : (ptrdiff_t)(rank * blocks->stride));
}

static inline size_t coll_block_bytes(const struct coll_blocks *blocks, int rank)
{
    return blocks->sizes != NULL ? blocks->sizes[rank] : blocks->bytes;
}

// Send and receive a message of a collective, and wait until it is done. A truncation is recorded in comm->failure.
void coll_send(const struct p2p_comm *comm, const void *buffer, size_t bytes, int dest, enum coll_tag tag);
void coll_receive(const struct p2p_comm *comm, void *buffer, size_t bytes, int source, enum coll_tag tag);

// Sends to `dest` and receives from `source` at the same time.
void coll_exchange(const struct p2p_comm *comm, const void *out, size_t out_bytes, int dest, void *in, size_t in_bytes,
                   int source, enum coll_tag tag);

// The same along a line of ranks: `dest` or `source` may be beyond its ends, and then nothing is sent or received there.
void coll_shift(const struct p2p_comm *comm, const void *out, size_t out_bytes, int dest, void *in, size_t in_bytes,
                int source, enum coll_tag tag);

// Waits for a receive of a collective and records a truncation in its communicator.
void coll_wait(struct p2p_request *request);

// Returns scratch memory of `bytes` bytes: the caller's memory `small` if that is large enough, else memory from the library's
// heap. coll_scratch_free frees the latter.
void *coll_scratch(void *small, size_t small_bytes, size_t bytes);
void coll_scratch_free(void *small, void *scratch);

enum { COLL_SMALL_SCRATCH = 512 };

// Copies `bytes` bytes, unless `to` and `from` are the same address.
void coll_copy(void *to, const void *from, size_t bytes);

// The rank `steps` places after, or before, `rank` in the ring of all ranks. Both must lie in 0 … size − 1, so no division is
// needed.
static inline int coll_after(const struct p2p_comm *comm, int rank, int steps)
{
    int sum = rank + steps;
    return sum >= comm->size ? sum - comm->size : sum;
}

static inline int coll_before(const struct p2p_comm *comm, int rank, int steps)
{
    int difference = rank - steps;
    return difference < 0 ? difference + comm->size : difference;
}

// Binomial trees over ranks relative to the root. Returns how far the parent of `relative` lies before it: the lowest set bit.
// For the root, 0, returns the first power of two that is not less than p.
static inline int coll_tree_distance(const struct p2p_comm *comm, int relative)
{
    int distance = 1;
    while (distance < comm->size && (relative & distance) == 0)
        distance *= 2;
    return distance;
}

// The number of ranks in the subtree of `relative`, whose parent lies `distance` before it.
static inline int coll_subtree(const struct p2p_comm *comm, int relative, int distance)
{
    int left = comm->size - relative;
    return left < distance ? left : distance;
}

#endif
