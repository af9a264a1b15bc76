// The algorithms of each collective operation, among which coll_x chooses. Arguments are as in coll.h, except: `own` is the
// rank's contribution, never MPI_IN_PLACE; `inout` has the rank's contribution at the start and the result at the end; `blocks`
// of an allgather has the rank's own block at its place already; of coll_alltoall_in_place, each block is replaced by the
// received one.
#ifndef COLL_ALGORITHMS_H
#define COLL_ALGORITHMS_H

#include "coll/internal.h"

void coll_barrier_dissemination(const struct p2p_comm *comm);
void coll_barrier_tree(const struct p2p_comm *comm);
void coll_bcast_binomial(const struct p2p_comm *comm, void *buffer, size_t bytes, int root);
void coll_bcast_scatter_ring(const struct p2p_comm *comm, void *buffer, size_t bytes, int root);
void coll_bcast_chain(const struct p2p_comm *comm, void *buffer, size_t bytes, int root);
void coll_bcast_linear(const struct p2p_comm *comm, void *buffer, size_t bytes, int root);
void coll_reduce_binomial(const struct p2p_comm *comm, const void *own, void *receive,
                          const struct coll_reduction *reduction, int root);
void coll_reduce_halving(const struct p2p_comm *comm, const void *own, void *receive,
                         const struct coll_reduction *reduction, int root);
void coll_reduce_linear(const struct p2p_comm *comm, const void *own, void *receive,
                        const struct coll_reduction *reduction, int root);
// Returns false, and has done nothing, if the channel's cells cannot be used for this call.
bool coll_allreduce_cells(const struct p2p_comm *comm, const void *send, void *receive,
                          const struct coll_reduction *reduction);
void coll_allreduce_doubling(const struct p2p_comm *comm, void *inout, const struct coll_reduction *reduction);
void coll_allreduce_halving(const struct p2p_comm *comm, void *inout, const struct coll_reduction *reduction);
void coll_allreduce_ring(const struct p2p_comm *comm, void *inout, const struct coll_reduction *reduction);
void coll_allreduce_reduce_bcast(const struct p2p_comm *comm, void *inout, const struct coll_reduction *reduction);
void coll_scan_doubling(const struct p2p_comm *comm, void *inout, const struct coll_reduction *reduction);
void coll_scan_linear(const struct p2p_comm *comm, void *inout, const struct coll_reduction *reduction);
void coll_exscan_doubling(const struct p2p_comm *comm, const void *own, void *receive,
                          const struct coll_reduction *reduction);
void coll_exscan_linear(const struct p2p_comm *comm, const void *own, void *receive,
                        const struct coll_reduction *reduction);
void coll_reduce_scatter_halving(const struct p2p_comm *comm, const void *own, void *receive, const int *counts,
                                 const struct coll_reduction *reduction);
void coll_reduce_scatter_pairwise(const struct p2p_comm *comm, const void *own, void *receive, const int *counts,
                                  const struct coll_reduction *reduction);
void coll_reduce_scatter_reduce(const struct p2p_comm *comm, const void *own, void *receive, const int *counts,
                                const struct coll_reduction *reduction);
void coll_gather_linear(const struct p2p_comm *comm, const void *own, size_t send_bytes,
                        const struct coll_blocks *receive, int root);
void coll_gather_binomial(const struct p2p_comm *comm, const void *own, void *receive, size_t bytes, int root);
void coll_scatter_linear(const struct p2p_comm *comm, const struct coll_blocks *send, void *own, size_t receive_bytes,
                         int root);
void coll_scatter_binomial(const struct p2p_comm *comm, const void *send, void *own, size_t bytes, int root);
void coll_allgather_bruck(const struct p2p_comm *comm, void *blocks, size_t bytes);
void coll_allgather_doubling(const struct p2p_comm *comm, void *blocks, size_t bytes);
void coll_allgather_ring(const struct p2p_comm *comm, const struct coll_blocks *blocks);
void coll_allgather_linear(const struct p2p_comm *comm, const struct coll_blocks *blocks);
void coll_allgatherv_bruck(const struct p2p_comm *comm, const struct coll_blocks *blocks);
void coll_alltoall_pairwise(const struct p2p_comm *comm, const struct coll_blocks *send,
                            const struct coll_blocks *receive);
void coll_alltoall_bruck(const struct p2p_comm *comm, const void *send, void *receive, size_t bytes);
void coll_alltoall_in_place(const struct p2p_comm *comm, const struct coll_blocks *blocks);

// Sends a block to each out-neighbour and receives one from each in-neighbour, all messages under way at once.
void coll_linear(const struct p2p_comm *comm, const struct coll_neighbors *neighbors, const struct coll_blocks *send,
                 const struct coll_blocks *receive, enum coll_tag tag);
// The same with all ranks but the own one as neighbours.
void coll_linear_others(const struct p2p_comm *comm, const struct coll_blocks *send, const struct coll_blocks *receive,
                        enum coll_tag tag);

#endif
