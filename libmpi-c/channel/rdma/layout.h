// The layout of this channel's data in a node's scratchpad. It is the same on every node, and fixed when compiled,
// except for the credit words, one per rank, which come last.
#ifndef LAYOUT_H
#define LAYOUT_H

#include <stddef.h>
#include <stdint.h>

#include "channel_kind.h"
#include "hal/ni.h"

enum {
    CHAN_COMMANDS = 8,  // command buffers, used in turn
    CHAN_GETS = 32,     // RDMA reads under way at once, each with a counter line and a flag
    CHAN_FLAGS = 32,    // completion flags that other nodes may raise
    CHAN_ROUNDS = 16,   // words of the start-up barrier: enough for 2^16 ranks
    CHAN_BARRIER_SETS = 2,  // sets of barrier counters and flags: one is prepared while the other is in use
    CHAN_CELLS = 16,    // cells for a few words of another rank: one for each round of an exchange among up to 2^14 ranks
    CHAN_CELL_SETS = 2,  // sets of cells: one for even exchanges, one for odd
    CHAN_NODE_COUNTERS = 8,  // counters of one-sided transfers, shared by nodes
    CHAN_OWN_COUNTERS = 16,  // counters for a single transfer
};

// Lines that are not plain scratchpad. The command buffers come first: clearing one bit leads from the last to the first.
enum {
    LAYOUT_COMMAND_LINE = 0,
    LAYOUT_QUEUE_LINE = LAYOUT_COMMAND_LINE + CHAN_COMMANDS,
    LAYOUT_COUNTER_LINE = LAYOUT_QUEUE_LINE + 1,
    LAYOUT_BARRIER_LINE = LAYOUT_COUNTER_LINE + CHAN_GETS,
    LAYOUT_TRANSFER_COUNTER_LINE = LAYOUT_BARRIER_LINE + 2 * CHAN_BARRIER_SETS,
    LAYOUT_PLAIN_LINE = LAYOUT_TRANSFER_COUNTER_LINE + CHAN_NODE_COUNTERS + CHAN_OWN_COUNTERS,
};

// Byte offsets of the arrays in plain scratchpad.
enum {
    LAYOUT_GET_FLAGS = LAYOUT_PLAIN_LINE * NI_LINE_BYTES,
    LAYOUT_FLAGS = LAYOUT_GET_FLAGS + CHAN_GETS * NI_WORD_BYTES,
    LAYOUT_ROUNDS = LAYOUT_FLAGS + CHAN_FLAGS * NI_WORD_BYTES,
    LAYOUT_BARRIER_FLAGS = LAYOUT_ROUNDS + CHAN_ROUNDS * NI_WORD_BYTES,
    LAYOUT_CELLS = LAYOUT_BARRIER_FLAGS + CHAN_BARRIER_SETS * NI_WORD_BYTES,
    LAYOUT_CELL_BYTES = (CHAN_CELL_WORDS + 1) * NI_WORD_BYTES,  // the words, and the number of their exchange
    LAYOUT_CREDITS = LAYOUT_CELLS + CHAN_CELL_SETS * CHAN_CELLS * LAYOUT_CELL_BYTES,
};

static inline size_t layout_bytes(unsigned nodes)
{
    return LAYOUT_CREDITS + nodes * sizeof(uint32_t);
}

static inline uintptr_t layout_queue(void)
{
    return ni_line(LAYOUT_QUEUE_LINE);
}

static inline uintptr_t layout_command(unsigned command)
{
    return ni_line(LAYOUT_COMMAND_LINE + command);
}

static inline uintptr_t layout_counter(unsigned get)
{
    return ni_line(LAYOUT_COUNTER_LINE + get);
}

static inline uintptr_t layout_transfer_counter(unsigned counter)
{
    return ni_line(LAYOUT_TRANSFER_COUNTER_LINE + counter);
}

static inline uintptr_t layout_get_flag(unsigned get)
{
    return NI_SCRATCHPAD_BASE + LAYOUT_GET_FLAGS + get * NI_WORD_BYTES;
}

static inline uintptr_t layout_flag(unsigned flag)
{
    return NI_SCRATCHPAD_BASE + LAYOUT_FLAGS + flag * NI_WORD_BYTES;
}

static inline uintptr_t layout_round(unsigned round)
{
    return NI_SCRATCHPAD_BASE + LAYOUT_ROUNDS + round * NI_WORD_BYTES;
}

// Counts the ranks that have arrived at a barrier: this one and those below it in the tree.
static inline uintptr_t layout_barrier_come(unsigned set)
{
    return ni_line(LAYOUT_BARRIER_LINE + set);
}

// Notified when all ranks have come; notifies the nodes below it.
static inline uintptr_t layout_barrier_relay(unsigned set)
{
    return ni_line(LAYOUT_BARRIER_LINE + CHAN_BARRIER_SETS + set);
}

static inline uintptr_t layout_barrier_flag(unsigned set)
{
    return NI_SCRATCHPAD_BASE + LAYOUT_BARRIER_FLAGS + set * NI_WORD_BYTES;
}

// Returns a cell of the exchange with this number.
static inline uintptr_t layout_cell(unsigned exchange, unsigned cell)
{
    return NI_SCRATCHPAD_BASE + LAYOUT_CELLS + (exchange % CHAN_CELL_SETS * CHAN_CELLS + cell) * LAYOUT_CELL_BYTES;
}

// The word in which node `from` stores how many packets of this node it has consumed.
static inline uintptr_t layout_credit(uintptr_t from)
{
    return NI_SCRATCHPAD_BASE + LAYOUT_CREDITS + from * sizeof(uint32_t);
}

#endif
