// Channel `rings`: landings, two places in scratchpad for one message at a time whose receive buffer transfers do not reach. The
// sender fills one while the receiver empties the other. The receiver tells the sender by a remote store.
#include "channel.h"
#include "channel/rings/internal.h"

// The message that lands here: the bytes for which no place is armed yet, the place of its next piece, and the bytes that come
// into each place.
static bool landing_is_taken;
static size_t landing_left;
static unsigned landing_next;
static size_t landing_bytes[CHAN_LANDINGS];

// Pieces from and to each node. The counts run freely; only differences matter.
static uint32_t landing_emptied[CHAN_NODES_MAX], landing_sent[CHAN_NODES_MAX];

static uintptr_t landing_flag(unsigned place)
{
    return layout_landing_flag(chan_state.nodes, chan_state.slots, place);
}

void chan_landing_init(void)
{
    for (unsigned place = 0; place < CHAN_LANDINGS; place++)
        ni_store(layout_landing_counter(place), NI_COUNTER_NOTIFY, ni_global(chan_state.node, landing_flag(place)));
}

static void landing_arm(unsigned place)
{
    size_t bytes = landing_left < CHAN_STAGE_BYTES ? landing_left : CHAN_STAGE_BYTES;
    landing_left -= bytes;
    landing_bytes[place] = bytes;
    *(volatile uint32_t *)landing_flag(place) = 0;
    ni_store(layout_landing_counter(place), NI_COUNTER_VALUE, -(ni_word)bytes);
}

bool chan_landing_take(size_t bytes)
{
    if (landing_is_taken)
        return false;
    landing_is_taken = true;
    landing_left = bytes;
    landing_next = 0;
    for (unsigned place = 0; place < CHAN_LANDINGS; place++)
        landing_arm(place);
    return true;
}

bool chan_landing_ready(void)
{
    return ni_load32(landing_flag(landing_next)) != 0;
}

size_t chan_landing_empty(size_t node, void *to)
{
    unsigned place = landing_next;
    size_t bytes = landing_bytes[place];
    ni_order();
    chan_copy(to, (const void *)layout_landing(chan_state.nodes, chan_state.slots, place), bytes);
    landing_next = (place + 1) % CHAN_LANDINGS;
    if (landing_left == 0 && landing_bytes[landing_next] == 0)
        landing_is_taken = false;
    landing_arm(place);
    ni_remote_store32(ni_global(node, layout_landed(chan_state.nodes, chan_state.slots, chan_state.node)),
                      ++landing_emptied[node]);
    return bytes;
}

bool chan_land_ready(size_t node)
{
    uint32_t emptied = ni_load32(layout_landed(chan_state.nodes, chan_state.slots, node));
    return landing_sent[node] - emptied < CHAN_LANDINGS;
}

size_t chan_land(size_t node, size_t offset, const unsigned char *from, size_t bytes)
{
    unsigned place = offset / CHAN_STAGE_BYTES % CHAN_LANDINGS;
    size_t piece = bytes < CHAN_STAGE_BYTES ? bytes : CHAN_STAGE_BYTES;
    uintptr_t command, stage = chan_stage(from, piece, &command);
    chan_command(command, NI_OP_RDMA_WRITE, ni_global(chan_state.node, stage),
                 ni_global(node, layout_landing(chan_state.nodes, chan_state.slots, place)),
                 ni_global(node, layout_landing_counter(place)), piece);
    landing_sent[node]++;
    return piece;
}
