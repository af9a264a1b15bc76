// Collective operations as the API uses them: arguments are valid and buffers are contiguous. coll_x chooses among the
// algorithms coll_x_y, one a file, with the cost in its head: p ranks, messages of n bytes, latency a, time b a byte,
// time c to combine a byte.
#ifndef COLL_H
#define COLL_H

#include <stdbool.h>
#include <stddef.h>

#include "p2p/datatype.h"
#include "p2p/p2p.h"

// inout[i] = in[i] op inout[i] for `count` elements.
typedef void coll_kernel(const void *in, void *inout, size_t count);

// What a reduction works on.
struct coll_reduction {
    coll_kernel *combine;
    size_t count, extent;
};

// NULL when `op` is not defined for the class.
coll_kernel *coll_find_kernel(MPI_Op op, enum p2p_class class);

// `send` may be MPI_IN_PLACE where MPI allows it (MPI 5.0 chapter 6). Sizes of gather, scatter, allgather and alltoall
// are those of one rank's block.
void coll_barrier(const struct p2p_comm *comm);
void coll_bcast(const struct p2p_comm *comm, void *buffer, size_t bytes, int root);
void coll_reduce(const struct p2p_comm *comm, const void *send, void *receive, const struct coll_reduction *reduction,
                 int root);
void coll_allreduce(const struct p2p_comm *comm, const void *send, void *receive,
                    const struct coll_reduction *reduction);
void coll_gather(const struct p2p_comm *comm, const void *send, size_t send_bytes, void *receive, size_t receive_bytes,
                 int root);
void coll_scatter(const struct p2p_comm *comm, const void *send, size_t send_bytes, void *receive,
                  size_t receive_bytes, int root);
void coll_allgather(const struct p2p_comm *comm, const void *send, size_t send_bytes, void *receive, size_t bytes);
void coll_alltoall(const struct p2p_comm *comm, const void *send, size_t send_bytes, void *receive,
                   size_t receive_bytes);

#endif
