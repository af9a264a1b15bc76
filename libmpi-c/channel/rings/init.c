// Channel `rings`: turns a way of the cache into scratchpad, makes the rings in it, and waits in a barrier.
#include <stdlib.h>

#include "channel.h"
#include "channel/rings/internal.h"
#include "hal/mutex.h"
#include "hal/sim.h"

enum {
    CHAN_UNUSABLE = 16,  // error class of a platform that the channel cannot use: MPI_ERR_OTHER
    CHAN_MUTEX = 0,      // of the bank: for the barrier of the start-up
};

// The rings to one rank and from it.
struct chan_rings {
    struct chan_slot slot[RINGS_SLOTS];
    struct chan_place place[RINGS_SLOTS];
};

struct chan_state chan_state;

static void chan_require(bool holds, const char *text)
{
    if (!holds)
        sim_fatal_text(CHAN_UNUSABLE, text);
}

static void chan_choose_slots(void)
{
    unsigned slots = RINGS_SLOTS;
    while (slots > 1 && layout_end(chan_state.nodes, slots) > LAYOUT_BASE + LAYOUT_BYTES)
        slots /= 2;
    chan_require(layout_end(chan_state.nodes, slots) <= LAYOUT_BASE + LAYOUT_BYTES && slots > RINGS_CREDIT_EVERY / 2,
                 "MPI_Init: one way of scratchpad is too small for rings to this many ranks (RINGS_SLOT_BYTES)");
    chan_state.slots = slots;
}

// Changing a line's type clears the line.
static void chan_make_lines(void)
{
    unsigned counters = layout_words(chan_state.nodes, chan_state.slots) - layout_put_counter(0);
    unsigned plain = LAYOUT_COMMANDS + counters / NI_LINE_BYTES;
    for (unsigned line = 0; line < LAYOUT_BYTES / NI_LINE_BYTES; line++)
        ni_set_type(LAYOUT_FIRST_LINE + line, line < LAYOUT_COMMANDS ? NI_TAG_COMMAND
                                              : line < plain         ? NI_TAG_COUNTER
                                                                     : NI_TAG_SCRATCHPAD);
}

// Sets up the counters of this node. Whom each notifies never changes. The sender is notified only if it waits.
static void chan_make_counters(size_t node, ni_word ring, ni_word sender_wait)
{
    if (RINGS_ONE_COUNTER)
        return;
    for (unsigned slot = 0; slot < chan_state.slots; slot++) {
        uintptr_t counter = layout_counter(node, chan_state.slots, slot);
        ni_word ready = ring + slot * RINGS_SLOT_BYTES + CHAN_READY;
        ni_store(counter, NI_COUNTER_VALUE, -(ni_word)RINGS_SLOT_BYTES);
        ni_store(counter, NI_COUNTER_NOTIFY, RINGS_SENDER_WAITS ? sender_wait : ready);
        ni_store(counter, NI_COUNTER_NOTIFY + 1, RINGS_SENDER_WAITS ? ready : 0);
    }
}

static void chan_open_slots(size_t node, struct chan_slot *slot)
{
    size_t nodes = chan_state.nodes, me = chan_state.node;
    unsigned slots = chan_state.slots;
    chan_state.peer[node].slot = slot;
    for (unsigned i = 0; i < slots; i++) {
        uintptr_t buffer = layout_send_ring(nodes, slots, node) + i * RINGS_SLOT_BYTES;
        uintptr_t here = layout_counter(node, slots, i);
        ni_word there = ni_global(node, layout_counter(me, slots, i));
        slot[i] = (struct chan_slot){
            .next = &slot[(i + 1) % slots],
            .buffer = buffer,
            .source = ni_global(me, buffer),
            .destination = ni_global(node, layout_receive_ring(nodes, slots, me) + i * RINGS_SLOT_BYTES),
            .counter = RINGS_COUNTER_AT_RECEIVER ? there + NI_COUNTER_ADD * NI_WORD_BYTES : here,
            .acknowledge = RINGS_COUNTER_AT_RECEIVER ? there : ni_global(me, here),
            .command = layout_command(i % CHAN_COMMANDS),
        };
    }
}

static void chan_open_places(size_t node, struct chan_place *place)
{
    unsigned slots = chan_state.slots;
    chan_state.peer[node].place = place;
    for (unsigned i = 0; i < slots; i++) {
        uintptr_t packet = layout_receive_ring(chan_state.nodes, slots, node) + i * RINGS_SLOT_BYTES;
        if (RINGS_FIN_IN_RING)
            chan_mark_empty(packet);
        place[i] = (struct chan_place){&place[(i + 1) % slots], packet, layout_counter(node, slots, i)};
    }
}

static void chan_open_peer(size_t node, struct chan_rings *rings)
{
    struct chan_peer *peer = &chan_state.peer[node];
    size_t nodes = chan_state.nodes, me = chan_state.node;
    unsigned slots = chan_state.slots;
    chan_open_slots(node, rings->slot);
    chan_open_places(node, rings->place);
    peer->left = peer->granted = slots;
    peer->credit = layout_credit(nodes, slots, node);
    peer->remote_credit = ni_global(node, layout_credit(nodes, slots, me));
    uintptr_t wait = layout_wait(nodes, slots);
    if (RINGS_COUNTER_AT_RECEIVER)
        chan_make_counters(node, ni_global(me, layout_receive_ring(nodes, slots, node)), ni_global(node, wait));
    else
        chan_make_counters(node, ni_global(node, layout_receive_ring(nodes, slots, me)), ni_global(me, wait));
}

// Every message reads its ring. So the rings must not share lines of a small cache with the other data that a message reads: the
// state, that of the layers above, the table of types, the stack. So far behind the state, within a page, there is none of these.
static struct chan_rings *chan_allocate_rings(void)
{
    enum { PAGE = 4096, BEHIND = 0x700 };
    uintptr_t memory = (uintptr_t)CHAN_MALLOC(chan_state.nodes * sizeof(struct chan_rings) + PAGE);
    chan_require(memory != 0, "MPI_Init: no memory for the rings of this many ranks");
    return (struct chan_rings *)(memory + (((uintptr_t)&chan_state + BEHIND - memory) & (PAGE - 1)));
}

// Sense-reversing barrier on a mutex of the bank (Katsamani 2010 §4.2.2). The USER word of the mutex has the number of ranks that
// have arrived, and the sense above it. The barrier is used once, so its sense at the end is 1.
static void chan_await_all(void)
{
    enum { SENSE = 1 << 8 };
    mutex_lock(CHAN_MUTEX, chan_state.node);
    uint32_t come = mutex_user(CHAN_MUTEX) + 1;
    mutex_set_user(CHAN_MUTEX, come == chan_state.nodes ? SENSE : come);
    mutex_unlock(CHAN_MUTEX, chan_state.node);
    while ((mutex_user(CHAN_MUTEX) & SENSE) == 0)
        ;
}

void chan_init(void)
{
    chan_state.node = sim_node();
    chan_state.nodes = sim_nodes();
    chan_state.origin = chan_state.node << CHAN_HEAD_NODE_SHIFT;
    chan_require(chan_state.nodes <= CHAN_NODES_MAX, "MPI_Init: channel rings serves at most 16 ranks");
    chan_require(ni_register(NI_REG_LINE_BYTES) == NI_LINE_BYTES,
                 "MPI_Init: the library was built for another width of the NI's words");
    chan_choose_slots();
    chan_make_lines();
    chan_state.wait = layout_wait(chan_state.nodes, chan_state.slots);
    chan_state.wait_global = ni_global(chan_state.node, chan_state.wait);
    chan_state.acknowledge = ni_global(chan_state.node, layout_put_counter(CHAN_OWN_PUT));
    struct chan_rings *rings = chan_allocate_rings();
    for (unsigned node = 0; node < chan_state.nodes; node++)
        chan_open_peer(node, &rings[node]);
    chan_put_init();
    chan_barrier_init();
    chan_landing_init();
    chan_heap_init();
    chan_await_all();
}

void chan_close(void)
{
    for (unsigned command = 0; command < LAYOUT_COMMANDS; command++) {
        while (ni_load(layout_command(command), NI_CMD_HEAD) != 0)
            ;
    }
    ni_fence();
}

struct chan_peer *chan_find(void)
{
    unsigned node = chan_state.next_ring;
    for (unsigned left = chan_state.nodes; left > 0; left--) {
        struct chan_peer *peer = &chan_state.peer[node];
        node = node + 1 == chan_state.nodes ? 0 : node + 1;
        if (chan_front_ready(peer)) {
            chan_state.next_ring = node;
            return peer;
        }
    }
    return NULL;
}

void chan_send_out_of_line(size_t node, uint64_t head0, uint64_t head1, const void *payload, size_t bytes)
{
    chan_send(node, head0, head1, payload, bytes);
}
