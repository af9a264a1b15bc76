// Collective operations as the API uses them: arguments are valid and buffers are bytes in one piece. coll_x chooses among the
// algorithms coll_x_y, one a file, with the cost in its head: p ranks, messages of n bytes, latency a, time b a byte,
// time c to combine a byte. Which is chosen when is in choices.h.
#ifndef COLL_H
#define COLL_H

#include <stdbool.h>
#include <stddef.h>

#include "p2p/datatype.h"
#include "engines.h"
#include "p2p/p2p.h"

// inout[i] = in[i] op inout[i] for `count` elements.
typedef void coll_kernel(const void *in, void *inout, size_t count);

// An operation that the program has defined, for elements of one datatype.
struct coll_user {
    MPI_User_function *function;
    MPI_User_function_c *function_c;  // instead, if it counts in MPI_Count
    MPI_Datatype type;
    ptrdiff_t origin;  // from the memory of the first element to what the function gets as its address
    bool ordered;      // not commutative: operands stay in the order of ranks
    bool single;       // elements are farther apart than their extent, and are given one by one
};

// What a reduction works on: elements that lie `extent` bytes apart.
struct coll_reduction {
    coll_kernel *combine;  // of a predefined operation, or
    size_t count, extent;
    const struct coll_user *user;
};

// NULL when `op` is not defined for the class.
coll_kernel *coll_find_kernel(MPI_Op op, enum p2p_class class);

// inout[i] = in[i] op inout[i], in the program's own words, too.
void coll_combine_local(const struct coll_reduction *reduction, const void *in, void *inout);

// Blocks of several ranks: all of `bytes` bytes, `stride` apart (0: all the same), or block i of sizes[i] bytes at base + at[i].
struct coll_blocks {
    char *base;
    size_t bytes, stride;
    const size_t *sizes;
    const ptrdiff_t *at;
};

// Who a rank sends to and receives from, block by block; MPI_PROC_NULL stands for nobody. In a Cartesian topology neighbours come
// in pairs, and what is sent to the one side comes from the other side: opposite.
struct coll_neighbors {
    int out_count, in_count;
    const int *out, *in;  // NULL: all ranks from 0 on
    bool opposite;
};

// Reads what the environment says about algorithms. NULL, or the sentence that the run ends with.
const char *coll_init(void) __attribute__((cold));

// `send` may be MPI_IN_PLACE where MPI allows it (MPI 5.0 chapter 6). Sizes of gather, scatter, allgather and alltoall
// are those of one rank's block.
void coll_barrier(const struct p2p_comm *comm);
void coll_bcast(const struct p2p_comm *comm, void *buffer, size_t bytes, int root);
void coll_reduce(const struct p2p_comm *comm, const void *send, void *receive, const struct coll_reduction *reduction,
                 int root);
void coll_allreduce(const struct p2p_comm *comm, const void *send, void *receive,
                    const struct coll_reduction *reduction);
void coll_scan(const struct p2p_comm *comm, const void *send, void *receive, const struct coll_reduction *reduction);
void coll_exscan(const struct p2p_comm *comm, const void *send, void *receive, const struct coll_reduction *reduction);
// Rank i gets counts[i] elements; reduction->count is their sum.
void coll_reduce_scatter(const struct p2p_comm *comm, const void *send, void *receive, const int *counts,
                         const struct coll_reduction *reduction);
void coll_gather(const struct p2p_comm *comm, const void *send, size_t send_bytes, void *receive, size_t receive_bytes,
                 int root);
void coll_scatter(const struct p2p_comm *comm, const void *send, size_t send_bytes, void *receive,
                  size_t receive_bytes, int root);
void coll_allgather(const struct p2p_comm *comm, const void *send, size_t send_bytes, void *receive, size_t bytes);
void coll_alltoall(const struct p2p_comm *comm, const void *send, size_t send_bytes, void *receive,
                   size_t receive_bytes);

// The same with blocks that differ. `send` of coll_alltoallv is NULL when it is in place.
void coll_gatherv(const struct p2p_comm *comm, const void *send, size_t send_bytes, const struct coll_blocks *receive,
                  int root);
void coll_scatterv(const struct p2p_comm *comm, const struct coll_blocks *send, void *receive, size_t receive_bytes,
                   int root);
void coll_allgatherv(const struct p2p_comm *comm, const void *send, size_t send_bytes,
                     const struct coll_blocks *receive);
void coll_alltoallv(const struct p2p_comm *comm, const struct coll_blocks *send, const struct coll_blocks *receive);

// With neighbours; and with the ranks of the other group of an inter-communicator, which are neighbours of a kind.
void coll_neighbor(const struct p2p_comm *comm, const struct coll_neighbors *neighbors, const struct coll_blocks *send,
                   const struct coll_blocks *receive);

// Between the groups of an inter-communicator (MPI 5.0 §6.2.3); `local` has the ranks of the own group. `root` is a rank of
// the other group, MPI_ROOT or MPI_PROC_NULL.
void coll_inter_barrier(const struct p2p_comm *comm, const struct p2p_comm *local);
void coll_inter_bcast(const struct p2p_comm *comm, const struct p2p_comm *local, void *buffer, size_t bytes, int root);
void coll_inter_reduce(const struct p2p_comm *comm, const struct p2p_comm *local, const void *send, void *receive,
                       const struct coll_reduction *reduction, int root);
void coll_inter_allreduce(const struct p2p_comm *comm, const struct p2p_comm *local, const void *send, void *receive,
                          const struct coll_reduction *reduction);
void coll_inter_reduce_scatter(const struct p2p_comm *comm, const struct p2p_comm *local, const void *send, void *receive,
                               const int *counts, const struct coll_reduction *reduction);

// A collective call begins: its messages carry the next number, in the tag's bits above the operation's. Each of the functions
// above begins by itself; whoever runs one later, on a copy of the communicator, takes the copy first and then begins here.
enum { COLL_TAGS = 32 };

static inline void coll_begin(const struct p2p_comm *comm)
{
    transport_check_harts(comm);
    struct p2p_comm *own = (struct p2p_comm *)comm;
    uint64_t *key = &own->key[P2P_COLLECTIVE];
    *key = (*key & ~(uint64_t)UINT32_MAX) | (uint32_t)(*key + COLL_TAGS);
    own->any_key[P2P_COLLECTIVE] = *key & ~MATCH_SOURCE_MASK;
}

#endif
