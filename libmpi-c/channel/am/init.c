// Channel `am`: makes the slots for packets of all ranks, and tells all ranks where they are.
#include <stdlib.h>
#include <string.h>

#include "channel.h"
#include "channel/am/internal.h"
#include "hal/sim.h"

enum {
    CHAN_NODES_MAX = 256,
    CHAN_UNUSABLE = 16,  // error class of a platform that the channel cannot use: MPI_ERR_OTHER
};

struct chan_state chan_state;

static unsigned chan_hellos;  // greetings that have come

static void chan_require(bool holds, const char *text)
{
    if (!holds)
        sim_fatal_text(CHAN_UNUSABLE, text);
}

void chan_dropped(void)
{
    sim_fatal_text(CHAN_UNUSABLE, "GAScore dropped a message: its registers say why (docs/registers/gascore.md)");
}

void chan_stranger(void)
{
    sim_fatal_text(CHAN_UNUSABLE, "MPI: a handler call has come that is not MPI's, and this rank's program does not use GASNet");
}

static void *chan_zeroed(size_t count, size_t bytes)
{
    void *memory = calloc(count, bytes);
    chan_require(memory != NULL, "MPI_Init: no memory for the packets of this many ranks (AM_SLOT_BYTES, AM_WINDOW)");
    return memory;
}

// Makes the slots at the first call.
static void chan_open(void)
{
    if (chan_state.peer != NULL)
        return;
    chan_state.node = sim_node();
    chan_state.nodes = sim_nodes();
    chan_state.origin = chan_state.node << CHAN_HEAD_NODE_SHIFT;
    chan_require(chan_state.nodes <= CHAN_NODES_MAX, "MPI_Init: channel am serves at most 256 ranks");
    size_t packets = chan_state.nodes * AM_WINDOW, places = 1;
    while (places < packets)
        places *= 2;
    chan_state.queue = chan_zeroed(places, sizeof *chan_state.queue);
    chan_state.queue_mask = places - 1;
    chan_state.peer = chan_zeroed(chan_state.nodes, sizeof *chan_state.peer);
    struct chan_packet *slots = chan_zeroed(packets, sizeof *slots);
    for (unsigned node = 0; node < chan_state.nodes; node++) {
        chan_state.peer[node].limit = AM_WINDOW;
        chan_state.peer[node].slots = &slots[node * AM_WINDOW];
    }
}

void chan_hello(unsigned node, uint32_t slots)
{
    chan_open();
    chan_state.peer[node].remote_slots = slots;
    chan_hellos++;
}

void chan_init(void)
{
    chan_open();
    for (unsigned node = 0; node < chan_state.nodes; node++) {
        chan_await_idle();
        chan_request(GASCORE_TYPE_SHORT, CHAN_CODE_HELLO, node, 1);
        gascore_put(GASCORE_LINK_REQUESTS, (uintptr_t)chan_state.peer[node].slots);
    }
    while (chan_hellos != chan_state.nodes) {
        if (gascore_has_word(GASCORE_LINK_CALLS))
            chan_take_call();
    }
}

// Does `peer` still owe credit? (Nobody takes credit off the link of a rank that has ended; it would block the network for others.)
static bool chan_owes_credit(const struct chan_peer *peer)
{
    return peer->limit - AM_WINDOW != (peer->sent & -(uint32_t)(AM_WINDOW / 2));
}

void chan_close(void)
{
    chan_await_idle();
    for (unsigned node = 0; node < chan_state.nodes; node++) {
        while (chan_owes_credit(&chan_state.peer[node])) {
            if (gascore_has_word(GASCORE_LINK_CALLS))
                chan_take_call();
        }
    }
}
