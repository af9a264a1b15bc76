// Loads the tables of the NetIfs (devices/src/tmd/tables.rs) when MPI begins. The first node of each board loads those of all NetIfs of
// its board. The platform gives FSL_TABLE_BOARDS boards, the first rank of each as a byte of FSL_TABLE_FIRSTS and
// FSL_TABLE_FURTHER_FIRSTS, FSL_TABLE_NODES nodes in all, and FSL_TABLE_LANES gateways from each board to each other.
#ifndef FSL_TABLES_H
#define FSL_TABLES_H

#include "channel/fsl/wire.h"
#include "hal/fsl.h"

#ifdef FSL_TABLE_BOARDS

// The first rank, and the rank after the last.
struct fsl_ranks {
    uint32_t first, end;
};

static inline uint32_t fsl_first_rank(unsigned board)
{
    uint64_t firsts = board < 8 ? FSL_TABLE_FIRSTS : FSL_TABLE_FURTHER_FIRSTS;
    return board == FSL_TABLE_BOARDS ? FSL_TABLE_NODES : firsts >> board % 8 * 8 & 0xff;
}

static inline struct fsl_ranks fsl_board_ranks(unsigned board)
{
    return (struct fsl_ranks){fsl_first_rank(board), fsl_first_rank(board + 1)};
}

// The ranks of a board that one gateway to it serves. The parts are as equal as possible; some may be empty.
static inline struct fsl_ranks fsl_lane_ranks(unsigned board, unsigned lane)
{
    struct fsl_ranks all = fsl_board_ranks(board);
    uint32_t count = all.end - all.first;
    return (struct fsl_ranks){all.first + count * lane / FSL_TABLE_LANES, all.first + count * (lane + 1) / FSL_TABLE_LANES};
}

static inline void fsl_put_entry(uint32_t channel, struct fsl_ranks ranks)
{
    fsl_put(channel << 16 | ranks.first << 8 | (ranks.end - 1));
}

static inline void fsl_put_table_head(uint32_t rank, uint32_t netif, uint32_t entries)
{
    fsl_put_control(wire_header(rank, rank) | (1 + entries));
    fsl_put(netif);
}

// Loads a node's table: channels to gateways, to the nodes after it, and to those before it.
static inline void fsl_load_node_table(unsigned board, struct fsl_ranks own, uint32_t node)
{
    uint32_t gateways = 0, channel = 0;
    for (unsigned to = 0; to < FSL_TABLE_BOARDS; to++) {
        for (unsigned lane = 0; to != board && lane < FSL_TABLE_LANES; lane++) {
            struct fsl_ranks ranks = fsl_lane_ranks(to, lane);
            gateways += ranks.first != ranks.end;
        }
    }
    fsl_put_table_head(own.first, node - own.first, gateways + (own.end - own.first) - 1);
    for (unsigned to = 0; to < FSL_TABLE_BOARDS; to++) {
        for (unsigned lane = 0; to != board && lane < FSL_TABLE_LANES; lane++, channel++) {
            struct fsl_ranks ranks = fsl_lane_ranks(to, lane);
            if (ranks.first != ranks.end)
                fsl_put_entry(channel, ranks);
        }
    }
    for (uint32_t to = node + 1; to < own.end; to++)
        fsl_put_entry(channel++, (struct fsl_ranks){to, to + 1});
    for (uint32_t to = own.first; to < node; to++)
        fsl_put_entry(channel++, (struct fsl_ranks){to, to + 1});
}

// Each node calls this before its first packet.
static inline void fsl_load_tables(uint32_t node)
{
    for (unsigned board = 0; board < FSL_TABLE_BOARDS; board++) {
        struct fsl_ranks own = fsl_board_ranks(board);
        if (node != own.first)
            continue;
        for (uint32_t to = own.first; to < own.end; to++)
            fsl_load_node_table(board, own, to);
        uint32_t count = own.end - own.first;
        for (unsigned gateway = 0; gateway != (FSL_TABLE_BOARDS - 1) * FSL_TABLE_LANES; gateway++) {
            fsl_put_table_head(node, count + gateway, count);
            for (uint32_t to = own.first; to < own.end; to++)
                fsl_put_entry(to - own.first, (struct fsl_ranks){to, to + 1});
        }
    }
}

#else

// Nothing to load: the tables are built in.
static inline void fsl_load_tables(uint32_t node)
{
    (void)node;
}

#endif

#endif
