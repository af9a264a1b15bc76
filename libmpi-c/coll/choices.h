// The table of algorithms for collective operations. The first row of an operation is chosen whose condition holds and which no
// obstacle excludes from the call; the last row has no obstacle. RANKINE_COLL_<OPERATION>=<name> in the program's environment
// chooses another row, unless an obstacle excludes that one (select.c).
#ifndef COLL_CHOICES_H
#define COLL_CHOICES_H

#include "coll/algorithms.h"
#include "p2p/cell.h"

// A row has four columns: the name of its number and its file; its name in the environment; the obstacles (enum coll_obstacle)
// that keep it from a call; and the condition on `bytes` and the number of ranks under which it is chosen.
#define COLL_ALWAYS true
#define COLL_ON_REQUEST false
#define COLL_FROM(least, ranks) (bytes >= (least) && comm->size >= (ranks))
#define COLL_UP_TO(most, ranks) (bytes <= (most) && comm->size >= (ranks))
// The same, where `bytes` are those of one block for each rank together.
#define COLL_BLOCK_UP_TO(most) (bytes <= (size_t)(most) * comm->size)
#define COLL_BLOCK_ABOVE(most) (bytes > (size_t)(most) * comm->size)

#define COLL_BARRIER_ROWS(ROW)                       \
    ROW(BARRIER_HARDWARE, "hardware", 0, COLL_ALWAYS) \
    ROW(BARRIER_DISSEMINATION, "dissemination", 0, COLL_ALWAYS) \
    ROW(BARRIER_TREE, "tree", 0, COLL_ALWAYS)

// By the bytes of the message. From 64 KiB on, sending fewer bytes outweighs the extra messages of scatter-ring.
#define COLL_BCAST_ROWS(ROW)                                           \
    ROW(BCAST_SCATTER_RING, "scatter-ring", 0, COLL_FROM(64 << 10, 4)) \
    ROW(BCAST_CHAIN, "chain", 0, COLL_ON_REQUEST)                      \
    ROW(BCAST_LINEAR, "linear", 0, COLL_ON_REQUEST)                    \
    ROW(BCAST_BINOMIAL, "binomial", 0, COLL_ALWAYS)

// By the bytes of the vector. From 8 KiB on, sending fewer bytes outweighs the extra messages of halving.
#define COLL_REDUCE_ROWS(ROW)                                                           \
    ROW(REDUCE_HALVING, "halving", COLL_ORDERED | COLL_FEW, COLL_FROM(8 << 10, 4))      \
    ROW(REDUCE_LINEAR, "linear", 0, COLL_ON_REQUEST)                                    \
    ROW(REDUCE_BINOMIAL, "binomial", 0, COLL_ALWAYS)

// By the bytes of the vector. From 2 KiB on, fewer bytes outweigh the extra messages of halving. Cells serve MPI_COMM_WORLD only.
#define COLL_ALLREDUCE_ROWS(ROW)                                                        \
    ROW(ALLREDUCE_CELLS, "cells", 0, bytes <= P2P_CELL_BYTES && comm == &p2p_world)     \
    ROW(ALLREDUCE_HALVING, "halving", COLL_ORDERED | COLL_FEW, COLL_FROM(2 << 10, 4))   \
    ROW(ALLREDUCE_RING, "ring", COLL_ORDERED | COLL_FEW, COLL_ON_REQUEST)               \
    ROW(ALLREDUCE_REDUCE_BCAST, "reduce-bcast", 0, COLL_ON_REQUEST)                     \
    ROW(ALLREDUCE_DOUBLING, "doubling", 0, COLL_ALWAYS)

// By the bytes of a block. Up to 512 bytes, the root's time per message costs more than sending a block several times.
#define COLL_GATHER_ROWS(ROW)                                   \
    ROW(GATHER_BINOMIAL, "binomial", 0, COLL_UP_TO(512, 8))     \
    ROW(GATHER_LINEAR, "linear", 0, COLL_ALWAYS)

// By the bytes of a block, as for gather. But the root sends at its own pace, so the limit is lower, and lower still for few ranks.
#define COLL_SCATTER_ROWS(ROW)                                                                      \
    ROW(SCATTER_BINOMIAL, "binomial", 0, COLL_UP_TO(256, 8) && bytes <= (size_t)8 * comm->size)      \
    ROW(SCATTER_LINEAR, "linear", 0, COLL_ALWAYS)

// By the bytes of all blocks. Doubling has the least possible number of messages, and copies nothing; from 256 KiB on, its long
// distances cost more. Bruck works for any number of ranks and copies all: with blocks of more than 1 KiB that costs more than it saves.
#define COLL_ALLGATHER_ROWS(ROW)                                                \
    ROW(ALLGATHER_DOUBLING, "doubling", COLL_UNEVEN, COLL_UP_TO(256 << 10, 0))  \
    ROW(ALLGATHER_BRUCK, "bruck", 0, COLL_BLOCK_UP_TO(1 << 10))                 \
    ROW(ALLGATHER_LINEAR, "linear", 0, COLL_ON_REQUEST)                 \
    ROW(ALLGATHER_RING, "ring", 0, COLL_ALWAYS)

#define COLL_ALLGATHERV_ROWS(ROW)                               \
    ROW(ALLGATHERV_BRUCK, "bruck", 0, COLL_BLOCK_UP_TO(1 << 10)) \
    ROW(ALLGATHERV_LINEAR, "linear", 0, COLL_ON_REQUEST)        \
    ROW(ALLGATHERV_RING, "ring", 0, COLL_ALWAYS)

// By the bytes of a block.
#define COLL_ALLTOALL_ROWS(ROW)                         \
    ROW(ALLTOALL_BRUCK, "bruck", 0, COLL_ON_REQUEST)    \
    ROW(ALLTOALL_LINEAR, "linear", 0, COLL_ON_REQUEST)  \
    ROW(ALLTOALL_PAIRWISE, "pairwise", 0, COLL_ALWAYS)

// No condition on sizes is possible, because no rank knows the sizes of all blocks.
#define COLL_ALLTOALLV_ROWS(ROW)                        \
    ROW(ALLTOALLV_LINEAR, "linear", 0, COLL_ON_REQUEST) \
    ROW(ALLTOALLV_PAIRWISE, "pairwise", 0, COLL_ALWAYS)

#define COLL_SCAN_ROWS(ROW)                         \
    ROW(SCAN_LINEAR, "linear", 0, COLL_ON_REQUEST)  \
    ROW(SCAN_DOUBLING, "doubling", 0, COLL_ALWAYS)

#define COLL_EXSCAN_ROWS(ROW)                           \
    ROW(EXSCAN_LINEAR, "linear", 0, COLL_ON_REQUEST)    \
    ROW(EXSCAN_DOUBLING, "doubling", 0, COLL_ALWAYS)

// By the bytes of the whole vector. Pairwise sends each element once, which is better with blocks of more than 1 KiB; if halving must
// send some elements twice, with blocks of more than 128 bytes.
#define COLL_REDUCE_SCATTER_ROWS(ROW)                                                                                   \
    ROW(REDUCE_SCATTER_PAIRWISE, "pairwise", COLL_ORDERED, COLL_BLOCK_ABOVE(coll_uneven(comm) != 0 ? 128 : 1 << 10))     \
    ROW(REDUCE_SCATTER_HALVING, "halving", COLL_ORDERED, COLL_ALWAYS)                   \
    ROW(REDUCE_SCATTER_REDUCE, "reduce-scatter", 0, COLL_ALWAYS)

#define COLL_TABLES(TABLE)                          \
    TABLE(BARRIER, coll_choose_barrier)             \
    TABLE(BCAST, coll_choose_bcast)                 \
    TABLE(REDUCE, coll_choose_reduce)               \
    TABLE(ALLREDUCE, coll_choose_allreduce)         \
    TABLE(GATHER, coll_choose_gather)               \
    TABLE(SCATTER, coll_choose_scatter)             \
    TABLE(ALLGATHER, coll_choose_allgather)         \
    TABLE(ALLGATHERV, coll_choose_allgatherv)       \
    TABLE(ALLTOALL, coll_choose_alltoall)           \
    TABLE(ALLTOALLV, coll_choose_alltoallv)         \
    TABLE(SCAN, coll_choose_scan)                   \
    TABLE(EXSCAN, coll_choose_exscan)               \
    TABLE(REDUCE_SCATTER, coll_choose_reduce_scatter)

#define COLL_NUMBER(id, name, cannot, when) COLL_##id,
#define COLL_NUMBERS(operation, choose) enum { COLL_##operation##_ROWS(COLL_NUMBER) };
COLL_TABLES(COLL_NUMBERS)

// For each operation: 1 + the number of the row that the environment chooses, or 0 if it chooses none.
extern unsigned char coll_requested[COLL_OPERATIONS];

// Returns the row that the environment chooses, if no obstacle keeps it from the call, else `chosen`. `obstacles` must be the
// same at all ranks.
unsigned coll_choose_requested(enum coll_tag operation, unsigned obstacles, unsigned chosen) __attribute__((cold));

// Defines coll_choose_x for each operation: it returns the number of a row. `bytes` and `obstacles` must be the same at all
// ranks. The functions are inline, so that arguments that no row of the operation uses cost nothing.
#define COLL_CONDITION(id, name, cannot, when)          \
    if ((when) && (obstacles & (cannot)) == 0)          \
        chosen = COLL_##id;                             \
    else
#define COLL_CHOOSE(operation, choose)                                                                                  \
    static inline unsigned choose(const struct p2p_comm *comm, size_t bytes, unsigned obstacles)                        \
    {                                                                                                                   \
        unsigned chosen;                                                                                                \
        (void)comm;                                                                                                     \
        (void)bytes;                                                                                                    \
        COLL_##operation##_ROWS(COLL_CONDITION) chosen = 0;                                                             \
        return __builtin_expect(coll_requested[COLL_##operation] != 0, 0)                                               \
                   ? coll_choose_requested(COLL_##operation, obstacles, chosen)                                         \
                   : chosen;                                                                                            \
    }
COLL_TABLES(COLL_CHOOSE)

#endif
