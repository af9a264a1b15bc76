// What the algorithms share.
#ifndef COLL_INTERNAL_H
#define COLL_INTERNAL_H

#include "coll/coll.h"

// Each operation has its tag, and each call its number (coll_begin), so that ranks in different collectives wait for each other
// instead of mixing their data.
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

// What may keep an algorithm from a call.
enum coll_obstacle {
    COLL_ORDERED = 1,   // the operation is not commutative
    COLL_UNEVEN = 2,    // the number of ranks is not a power of two
    COLL_FEW = 4,       // there are fewer elements than ranks
};

static inline unsigned coll_uneven(const struct p2p_comm *comm)
{
    return (comm->size & (comm->size - 1)) != 0 ? COLL_UNEVEN : 0;
}

static inline unsigned coll_obstacles(const struct p2p_comm *comm, const struct coll_reduction *reduction)
{
    return (reduction->user != NULL && reduction->user->ordered ? COLL_ORDERED : 0) |
           (reduction->count < (size_t)comm->size ? COLL_FEW : 0) | coll_uneven(comm);
}

// inout = incoming op inout. With an operation whose order matters and an `incoming` of higher ranks: inout op incoming, and
// `incoming` is used up.
void coll_combine_user(const struct coll_reduction *reduction, void *incoming, void *inout, size_t count, bool is_higher);

static inline void coll_combine(const struct coll_reduction *reduction, void *incoming, void *inout, size_t count,
                                bool is_higher)
{
    if (__builtin_expect(reduction->combine != NULL, 1))
        reduction->combine(incoming, inout, count);
    else
        coll_combine_user(reduction, incoming, inout, count, is_higher);
}

static inline struct coll_blocks coll_even(const void *base, size_t bytes)
{
    return (struct coll_blocks){.base = (char *)base, .bytes = bytes, .stride = bytes};
}

static inline char *coll_block(const struct coll_blocks *blocks, int rank)
{
    return blocks->base + (blocks->sizes != NULL ? blocks->at[rank] : (ptrdiff_t)(rank * blocks->stride));
}

static inline size_t coll_block_bytes(const struct coll_blocks *blocks, int rank)
{
    return blocks->sizes != NULL ? blocks->sizes[rank] : blocks->bytes;
}

void coll_send(const struct p2p_comm *comm, const void *buffer, size_t bytes, int dest, enum coll_tag tag);
void coll_receive(const struct p2p_comm *comm, void *buffer, size_t bytes, int source, enum coll_tag tag);

// Sends to `dest` while receiving from `source`.
void coll_exchange(const struct p2p_comm *comm, const void *out, size_t out_bytes, int dest, void *in, size_t in_bytes,
                   int source, enum coll_tag tag);

// The same along a line, at whose ends there is no such rank.
void coll_shift(const struct p2p_comm *comm, const void *out, size_t out_bytes, int dest, void *in, size_t in_bytes,
                int source, enum coll_tag tag);

// Waits for a receive of a collective and notes a truncation.
void coll_wait(struct p2p_request *request);

// Memory for a collective's own use: that of the caller while it is enough, else from the heap.
void *coll_scratch(void *small, size_t small_bytes, size_t bytes);
void coll_scratch_free(void *small, void *scratch);

enum { COLL_SMALL_SCRATCH = 512 };

// Copies unless the data is there already.
void coll_copy(void *to, const void *from, size_t bytes);

// Ranks in a ring, without a division: `rank` and `steps` lie in 0 … size − 1.
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

// Binomial trees over ranks relative to the root. The parent of a rank is as far before it as its lowest set bit; the
// root's distance is the first power of two from p on.
static inline int coll_tree_distance(const struct p2p_comm *comm, int relative)
{
    int distance = 1;
    while (distance < comm->size && (relative & distance) == 0)
        distance *= 2;
    return distance;
}

// Ranks of the subtree of `relative`, whose parent is at `distance`.
static inline int coll_subtree(const struct p2p_comm *comm, int relative, int distance)
{
    int left = comm->size - relative;
    return left < distance ? left : distance;
}

#endif
