// What the algorithms share.
#ifndef COLL_INTERNAL_H
#define COLL_INTERNAL_H

#include "coll/coll.h"

// Each operation has its tag, and each call its number, so that ranks in different collectives wait for each other
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
    COLL_TAGS = 16,
};

// A collective call begins: its messages carry the next number, in the tag's bits above the operation's.
static inline void coll_begin(const struct p2p_comm *comm)
{
    struct p2p_comm *own = (struct p2p_comm *)comm;
    uint64_t *key = &own->key[P2P_COLLECTIVE];
    *key = (*key & ~(uint64_t)UINT32_MAX) | (uint32_t)(*key + COLL_TAGS);
    own->any_key[P2P_COLLECTIVE] = *key & ~MATCH_SOURCE_MASK;
}

void coll_send(const struct p2p_comm *comm, const void *buffer, size_t bytes, int dest, enum coll_tag tag);
void coll_receive(const struct p2p_comm *comm, void *buffer, size_t bytes, int source, enum coll_tag tag);

// Sends to `dest` while receiving from `source`.
void coll_exchange(const struct p2p_comm *comm, const void *out, size_t out_bytes, int dest, void *in, size_t in_bytes,
                   int source, enum coll_tag tag);

// Waits for a receive of a collective and notes a truncation.
void coll_wait(struct p2p_request *request);

// Memory for a collective's own use: that of the caller while it is enough, else from the heap.
void *coll_scratch(void *small, size_t small_bytes, size_t bytes);
void coll_scratch_free(void *small, void *scratch);

enum { COLL_SMALL_SCRATCH = 512 };

// Copies unless the data is there already.
void coll_copy(void *to, const void *from, size_t bytes);

// Algorithms that coll_x chooses among.
void coll_barrier_dissemination(const struct p2p_comm *comm);
void coll_bcast_binomial(const struct p2p_comm *comm, void *buffer, size_t bytes, int root);
void coll_bcast_scatter_ring(const struct p2p_comm *comm, void *buffer, size_t bytes, int root);
// False, and nothing has happened, where there are no cells for it.
bool coll_allreduce_cells(const struct p2p_comm *comm, const void *send, void *receive,
                          const struct coll_reduction *reduction);
void coll_allreduce_doubling(const struct p2p_comm *comm, void *inout, const struct coll_reduction *reduction);
void coll_allreduce_halving(const struct p2p_comm *comm, void *inout, const struct coll_reduction *reduction);
void coll_gather_linear(const struct p2p_comm *comm, const void *own, size_t send_bytes, void *receive,
                        size_t receive_bytes, int root);
void coll_gather_binomial(const struct p2p_comm *comm, const void *own, void *receive, size_t bytes, int root);
void coll_scatter_linear(const struct p2p_comm *comm, const void *send, size_t send_bytes, void *own,
                         size_t receive_bytes, int root);
void coll_scatter_binomial(const struct p2p_comm *comm, const void *send, void *own, size_t bytes, int root);
void coll_allgather_bruck(const struct p2p_comm *comm, void *blocks, size_t bytes);
void coll_allgather_ring(const struct p2p_comm *comm, void *blocks, size_t bytes);
void coll_alltoall_pairwise(const struct p2p_comm *comm, const void *send, size_t send_bytes, void *receive,
                            size_t receive_bytes);
void coll_alltoall_in_place(const struct p2p_comm *comm, void *blocks, size_t bytes);

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
