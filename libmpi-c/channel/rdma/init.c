// Channel `rdma`: configures the NI's lines, then a barrier, without which a first message could be lost.
#include <stdlib.h>

#include "channel.h"
#include "channel/rdma/internal.h"
#include "hal/sim.h"

enum {
    CHAN_MAX_SLOTS = 4096,
    CHAN_MAX_WINDOW = 64,
    CHAN_UNUSABLE = 16,  // error class of a platform that the channel cannot use: MPI_ERR_OTHER
};

struct chan_state chan_state;

static _Alignas(CHAN_SLOT_BYTES) unsigned char chan_slots[CHAN_MAX_SLOTS][CHAN_SLOT_BYTES];

static void chan_require(bool holds, const char *text)
{
    if (!holds)
        sim_fatal_text(CHAN_UNUSABLE, text);
}

// Chooses the size of the queue. Every rank may fill its window at once without overflowing it. There are no more
// slots than that: slots are used in turn, and a small ring stays in the cache.
static void chan_size_queue(void)
{
    chan_require(chan_state.nodes <= CHAN_MAX_SLOTS, "MPI_Init: channel rdma serves at most 4096 ranks");
    chan_state.window = 1;
    while (2 * chan_state.window <= CHAN_MAX_WINDOW && 2 * chan_state.window * chan_state.nodes <= CHAN_MAX_SLOTS)
        chan_state.window *= 2;
    chan_state.credit_mask = (chan_state.window > 1 ? chan_state.window / 2 : 1) - 1;
    uint32_t slots = 1;
    while (slots < chan_state.window * chan_state.nodes)
        slots *= 2;
    chan_state.slot_mask = slots - 1;
    chan_state.slots = &chan_slots[0][0];
}

static void chan_open_queue(void)
{
    unsigned log2_slots = 0;
    while (1u << log2_slots <= chan_state.slot_mask)
        log2_slots++;
    uintptr_t queue = layout_queue();
    ni_set_type(LAYOUT_QUEUE_LINE, NI_TAG_QUEUE);
    ni_store(queue, NI_QUEUE_BODY, (ni_word)(uintptr_t)chan_state.slots);
    ni_store(queue, NI_QUEUE_HEAD, 0);
    ni_store(queue, NI_QUEUE_CONFIG,
             log2_slots << NI_QUEUE_LOG2_SLOTS_SHIFT | CHAN_SLOT_BYTES / NI_WORD_BYTES << NI_QUEUE_SLOT_WORDS_SHIFT);
}

static void chan_open_peers(void)
{
    chan_state.peer = calloc(chan_state.nodes, sizeof *chan_state.peer);
    chan_require(chan_state.peer != NULL, "MPI_Init: no memory for the flow control of this many ranks");
    for (unsigned node = 0; node < chan_state.nodes; node++)
        chan_state.peer[node] = (struct chan_peer){.queue = ni_global(node, layout_queue()), .limit = chan_state.window};
}

// Dissemination barrier over plain scratchpad words, which accept remote stores from reset on. Each word serves
// one round, and start-up happens once, so no word must be reset.
static void chan_await_all(void)
{
    unsigned round = 0;
    for (unsigned distance = 1; distance < chan_state.nodes; distance *= 2, round++) {
        ni_remote_store(ni_global((chan_state.node + distance) % chan_state.nodes, layout_round(round)), 1);
        while (ni_load(layout_round(round), 0) == 0)
            ;
    }
}

void chan_init(void)
{
    chan_state.command = layout_command(0);
    chan_state.node = sim_node();
    chan_state.nodes = sim_nodes();
    chan_state.origin = (uint64_t)chan_state.node << CHAN_HEAD_NODE_SHIFT;
    chan_require(ni_register(NI_REG_LINE_BYTES) == NI_LINE_BYTES,
                 "MPI_Init: the library was built for another width of the NI's words");
    chan_require(ni_register(NI_REG_PACKET_BYTES) >= CHAN_SLOT_BYTES,
                 "MPI_Init: channel rdma needs network packets of at least 256 bytes (ni.packet_bytes)");
    chan_require(layout_bytes(chan_state.nodes) <= (size_t)ni_register(NI_REG_LINES) * NI_LINE_BYTES,
                 "MPI_Init: the scratchpad is too small for the channel's lines and one credit word a rank");
    chan_size_queue();
    chan_open_peers();
    for (unsigned command = 0; command < CHAN_COMMANDS; command++)
        ni_set_type(LAYOUT_COMMAND_LINE + command, NI_TAG_COMMAND);
    chan_get_init();
    chan_barrier_init();
    chan_open_queue();
    chan_await_all();
}

void chan_close(void)
{
    for (unsigned command = 0; command < CHAN_COMMANDS; command++) {
        while (ni_load(layout_command(command), NI_CMD_HEAD) != 0)
            ;
    }
    ni_fence();
}
