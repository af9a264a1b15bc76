// Which algorithm a collective operation takes: the one table. The first row of an operation is chosen whose condition holds and
// that can do the call; the last one always can. RANKINE_COLL_<OPERATION>=<name> in the program's environment chooses another row, where
// that can do the call (select.c).
#ifndef COLL_CHOICES_H
#define COLL_CHOICES_H

#include "coll/algorithms.h"
#include "p2p/cell.h"

// A row: its number's and its file's name, its name for programs, which obstacles keep it from a call, and when it is chosen.
#define COLL_ALWAYS true
#define COLL_ON_REQUEST false
#define COLL_FROM(least, ranks) (bytes >= (least) && comm->size >= (ranks))
#define COLL_UP_TO(most, ranks) (bytes <= (most) && comm->size >= (ranks))

#define COLL_BARRIER_ROWS(ROW)                       \
    ROW(BARRIER_HARDWARE, "hardware", 0, COLL_ALWAYS) \
    ROW(BARRIER_DISSEMINATION, "dissemination", 0, COLL_ALWAYS) \
    ROW(BARRIER_TREE, "tree", 0, COLL_ALWAYS)

// By the bytes of the message: from 64 KiB on they cost more than the extra messages of the scatter.
#define COLL_BCAST_ROWS(ROW)                                           \
    ROW(BCAST_SCATTER_RING, "scatter-ring", 0, COLL_FROM(64 << 10, 4)) \
    ROW(BCAST_CHAIN, "chain", 0, COLL_ON_REQUEST)                      \
    ROW(BCAST_LINEAR, "linear", 0, COLL_ON_REQUEST)                    \
    ROW(BCAST_BINOMIAL, "binomial", 0, COLL_ALWAYS)

// By the bytes of the vector.
#define COLL_REDUCE_ROWS(ROW)                                                           \
    ROW(REDUCE_HALVING, "halving", COLL_ORDERED | COLL_FEW, COLL_FROM(64 << 10, 8))     \
    ROW(REDUCE_LINEAR, "linear", 0, COLL_ON_REQUEST)                                    \
    ROW(REDUCE_BINOMIAL, "binomial", 0, COLL_ALWAYS)

// By the bytes of the vector: from 8 KiB on they cost more than the extra messages. Cells of the channel are there for the world.
#define COLL_ALLREDUCE_ROWS(ROW)                                                        \
    ROW(ALLREDUCE_CELLS, "cells", 0, bytes <= P2P_CELL_BYTES && comm == &p2p_world)     \
    ROW(ALLREDUCE_HALVING, "halving", COLL_ORDERED | COLL_FEW, COLL_FROM(8 << 10, 4))   \
    ROW(ALLREDUCE_RING, "ring", COLL_ORDERED | COLL_FEW, COLL_ON_REQUEST)               \
    ROW(ALLREDUCE_REDUCE_BCAST, "reduce-bcast", 0, COLL_ON_REQUEST)                     \
    ROW(ALLREDUCE_DOUBLING, "doubling", 0, COLL_ALWAYS)

// By the bytes of a block: up to 512 the root's time per message matters more than sending a block several times.
#define COLL_GATHER_ROWS(ROW)                                   \
    ROW(GATHER_BINOMIAL, "binomial", 0, COLL_UP_TO(512, 8))     \
    ROW(GATHER_LINEAR, "linear", 0, COLL_ALWAYS)

#define COLL_SCATTER_ROWS(ROW)                                  \
    ROW(SCATTER_BINOMIAL, "binomial", 0, COLL_UP_TO(512, 8))    \
    ROW(SCATTER_LINEAR, "linear", 0, COLL_ALWAYS)

// By the bytes of all blocks: up to 32 KiB the number of messages matters more than a copy and neighbours.
#define COLL_ALLGATHER_ROWS(ROW)                                        \
    ROW(ALLGATHER_BRUCK, "bruck", 0, COLL_UP_TO(32 << 10, 0))           \
    ROW(ALLGATHER_DOUBLING, "doubling", COLL_UNEVEN, COLL_ON_REQUEST)   \
    ROW(ALLGATHER_LINEAR, "linear", 0, COLL_ON_REQUEST)                 \
    ROW(ALLGATHER_RING, "ring", 0, COLL_ALWAYS)

#define COLL_ALLGATHERV_ROWS(ROW)                               \
    ROW(ALLGATHERV_BRUCK, "bruck", 0, COLL_UP_TO(32 << 10, 0))  \
    ROW(ALLGATHERV_LINEAR, "linear", 0, COLL_ON_REQUEST)        \
    ROW(ALLGATHERV_RING, "ring", 0, COLL_ALWAYS)

// By the bytes of a block.
#define COLL_ALLTOALL_ROWS(ROW)                         \
    ROW(ALLTOALL_BRUCK, "bruck", 0, COLL_ON_REQUEST)    \
    ROW(ALLTOALL_LINEAR, "linear", 0, COLL_ON_REQUEST)  \
    ROW(ALLTOALL_PAIRWISE, "pairwise", 0, COLL_ALWAYS)

// No rank knows the sizes of all.
#define COLL_ALLTOALLV_ROWS(ROW)                        \
    ROW(ALLTOALLV_LINEAR, "linear", 0, COLL_ON_REQUEST) \
    ROW(ALLTOALLV_PAIRWISE, "pairwise", 0, COLL_ALWAYS)

#define COLL_SCAN_ROWS(ROW)                         \
    ROW(SCAN_LINEAR, "linear", 0, COLL_ON_REQUEST)  \
    ROW(SCAN_DOUBLING, "doubling", 0, COLL_ALWAYS)

#define COLL_EXSCAN_ROWS(ROW)                           \
    ROW(EXSCAN_LINEAR, "linear", 0, COLL_ON_REQUEST)    \
    ROW(EXSCAN_DOUBLING, "doubling", 0, COLL_ALWAYS)

// By the bytes of the whole vector: from 8 KiB on pairs send each element once.
#define COLL_REDUCE_SCATTER_ROWS(ROW)                                                   \
    ROW(REDUCE_SCATTER_PAIRWISE, "pairwise", COLL_ORDERED, COLL_FROM(8 << 10, 0))       \
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

// By operation: 0, or one more than the number of the row that the environment wants.
extern unsigned char coll_wanted[COLL_OPERATIONS];

// That row if nothing keeps it from the call, else the chosen one. All ranks say the same of `bytes` and `obstacles`.
unsigned coll_as_wanted(enum coll_tag operation, unsigned obstacles, unsigned chosen) __attribute__((cold));

// coll_choose_x: a row's number. What a row does not ask is not computed.
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
        return __builtin_expect(coll_wanted[COLL_##operation] != 0, 0)                                                  \
                   ? coll_as_wanted(COLL_##operation, obstacles, chosen)                                                \
                   : chosen;                                                                                            \
    }
COLL_TABLES(COLL_CHOOSE)

#endif
