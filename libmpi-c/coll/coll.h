// Collective operations as the API calls them: arguments are valid, and buffers are contiguous bytes. All functions block until
// the operation is done at this rank. coll_x chooses among the algorithms coll_x_y (choices.h). Each algorithm has a file, whose
// head gives its cost for p ranks and messages of n bytes: latency a, time b for each byte, time c to combine a byte.
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
    MPI_User_function_c *function_c;  // set in place of `function` if the operation counts in MPI_Count
    MPI_Datatype type;
    ptrdiff_t origin;  // offset from an element's memory to the address that the function is called with
    bool ordered;      // the operation is not commutative: operands must stay in the order of ranks
    bool single;       // elements lie farther apart than their extent, so the function is called for each element alone
};

// An operation on `count` elements that lie `extent` bytes apart. Either `combine` (a predefined operation) or `user` is set.
struct coll_reduction {
    coll_kernel *combine;
    size_t count, extent;
    const struct coll_user *user;
};

// Returns the kernel of a predefined operation, or NULL if `op` is not defined for the class.
coll_kernel *coll_find_kernel(MPI_Op op, enum p2p_class class);

// Combines the elements of the reduction at this rank, for predefined and user-defined operations: inout[i] = in[i] op inout[i].
void coll_combine_local(const struct coll_reduction *reduction, const void *in, void *inout);

// Blocks of several ranks. If `sizes` is NULL, block i has `bytes` bytes at base + i * stride; with a stride of 0 all blocks are
// the same memory. Else block i has sizes[i] bytes at base + at[i].
struct coll_blocks {
    char *base;
    size_t bytes, stride;
    const size_t *sizes;
    const ptrdiff_t *at;
};

// The ranks that a rank sends a block to (`out`) and receives a block from (`in`); MPI_PROC_NULL: no rank.
struct coll_neighbors {
    int out_count, in_count;
    const int *out, *in;  // NULL: all ranks from 0 on
    bool opposite;        // Cartesian topology: a block sent to the next rank of a dimension arrives as from the previous one
};

// Reads the algorithms that the environment chooses. Returns NULL, or a message with which the run must end.
const char *coll_init(void) __attribute__((cold));

// `send` (for coll_scatter `receive`) may be MPI_IN_PLACE where MPI allows it (MPI 5.0 chapter 6). Sizes of gather, scatter,
// allgather and alltoall are the bytes of one rank's block. A message that is too long is recorded in comm->failure.
void coll_barrier(const struct p2p_comm *comm);
void coll_bcast(const struct p2p_comm *comm, void *buffer, size_t bytes, int root);
void coll_reduce(const struct p2p_comm *comm, const void *send, void *receive, const struct coll_reduction *reduction,
                 int root);
void coll_allreduce(const struct p2p_comm *comm, const void *send, void *receive,
                    const struct coll_reduction *reduction);
void coll_scan(const struct p2p_comm *comm, const void *send, void *receive, const struct coll_reduction *reduction);
void coll_exscan(const struct p2p_comm *comm, const void *send, void *receive, const struct coll_reduction *reduction);
// Rank i gets counts[i] elements of the result; reduction->count is their sum.
void coll_reduce_scatter(const struct p2p_comm *comm, const void *send, void *receive, const int *counts,
                         const struct coll_reduction *reduction);
void coll_gather(const struct p2p_comm *comm, const void *send, size_t send_bytes, void *receive, size_t receive_bytes,
                 int root);
void coll_scatter(const struct p2p_comm *comm, const void *send, size_t send_bytes, void *receive,
                  size_t receive_bytes, int root);
void coll_allgather(const struct p2p_comm *comm, const void *send, size_t send_bytes, void *receive, size_t bytes);
void coll_alltoall(const struct p2p_comm *comm, const void *send, size_t send_bytes, void *receive,
                   size_t receive_bytes);

// The same with blocks of different sizes. For coll_alltoallv, a `send` of NULL means MPI_IN_PLACE.
void coll_gatherv(const struct p2p_comm *comm, const void *send, size_t send_bytes, const struct coll_blocks *receive,
                  int root);
void coll_scatterv(const struct p2p_comm *comm, const struct coll_blocks *send, void *receive, size_t receive_bytes,
                   int root);
void coll_allgatherv(const struct p2p_comm *comm, const void *send, size_t send_bytes,
                     const struct coll_blocks *receive);
void coll_alltoallv(const struct p2p_comm *comm, const struct coll_blocks *send, const struct coll_blocks *receive);

// Exchanges blocks with neighbours. Also used between the groups of an inter-communicator, with ranks of the other group as
// neighbours.
void coll_neighbor(const struct p2p_comm *comm, const struct coll_neighbors *neighbors, const struct coll_blocks *send,
                   const struct coll_blocks *receive);

// Operations between the groups of an inter-communicator `comm` (MPI 5.0 §6.2.3). `local` is a communicator of the rank's own
// group. `root` is a rank of the other group, MPI_ROOT or MPI_PROC_NULL.
void coll_inter_barrier(const struct p2p_comm *comm, const struct p2p_comm *local);
void coll_inter_bcast(const struct p2p_comm *comm, const struct p2p_comm *local, void *buffer, size_t bytes, int root);
void coll_inter_reduce(const struct p2p_comm *comm, const struct p2p_comm *local, const void *send, void *receive,
                       const struct coll_reduction *reduction, int root);
void coll_inter_allreduce(const struct p2p_comm *comm, const struct p2p_comm *local, const void *send, void *receive,
                          const struct coll_reduction *reduction);
void coll_inter_reduce_scatter(const struct p2p_comm *comm, const struct p2p_comm *local, const void *send, void *receive,
                               const int *counts, const struct coll_reduction *reduction);

// Begins a collective call: the communicator's collective messages now carry the next number, in the tag's bits above the
// operation (enum coll_tag). Each function above calls it. To run one later, copy the communicator, call coll_begin for the
// original, and run the function on the copy: it then uses the number that was taken here.
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
