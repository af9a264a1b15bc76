// Channel `rdma`: one-sided transfers in both directions, each counted by a completion counter.
#include "channel.h"

enum {
    CHAN_COUNTER_BYTES = 1 << 23,  // how far a counter of 24 bits can be below zero
};

// Bytes that may be started on a counter before its value must be read again.
static uint32_t chan_counter_room[CHAN_NODE_COUNTERS + CHAN_OWN_COUNTERS];

// Stack of free indices.
static uint8_t chan_free_counters[CHAN_OWN_COUNTERS];
static unsigned chan_free_counter_count;

// Called only by programs with windows, so that others do not pay for it at the start.
void chan_counters_open(void)
{
    static bool open;
    if (open)
        return;
    open = true;
    for (unsigned counter = 0; counter < CHAN_NODE_COUNTERS + CHAN_OWN_COUNTERS; counter++) {
        ni_set_type(LAYOUT_TRANSFER_COUNTER_LINE + counter, NI_TAG_COUNTER);
        chan_counter_room[counter] = CHAN_COUNTER_BYTES;
    }
    for (unsigned counter = CHAN_NODE_COUNTERS + CHAN_OWN_COUNTERS; counter-- > CHAN_NODE_COUNTERS;)
        chan_counter_give_back(counter);
}

int chan_counter_take(void)
{
    if (chan_free_counter_count == 0) {
        chan_state.no_own_counter++;
        return -1;
    }
    return chan_free_counters[--chan_free_counter_count];
}

void chan_counter_give_back(unsigned counter)
{
    chan_free_counters[chan_free_counter_count++] = counter;
}

static uint32_t chan_counter_left(unsigned counter)
{
    return CHAN_COUNTER_BYTES + (int32_t)ni_load(layout_transfer_counter(counter), NI_COUNTER_VALUE);
}

bool chan_counter_ready(unsigned counter, size_t bytes)
{
    return chan_command_free() && (chan_counter_room[counter] >= bytes || chan_counter_left(counter) >= bytes);
}

static bool chan_counter_holds(unsigned counter, size_t bytes)
{
    if (chan_counter_room[counter] < bytes)
        chan_counter_room[counter] = chan_counter_left(counter);
    return chan_counter_room[counter] >= bytes;
}

static enum chan_status chan_transfer(unsigned counter, ni_word opcode, ni_word from, ni_word to, size_t bytes)
{
    if (!chan_command_free()) {
        chan_state.no_command++;
        return CHAN_NO_RESOURCE;
    }
    if (!chan_counter_holds(counter, bytes))
        return CHAN_NO_RESOURCE;
    chan_counter_room[counter] -= bytes;
    uintptr_t line = layout_transfer_counter(counter), command = chan_take_command();
    ni_store(line, NI_COUNTER_ADD, -(ni_word)bytes);
    ni_order();
    ni_store(command, NI_CMD_SRC, from);
    ni_store(command, NI_CMD_DST, to);
    ni_store(command, NI_CMD_ACK, ni_global(chan_state.node, line));
    ni_store(command, NI_CMD_HEAD, opcode << NI_CMD_OPCODE_SHIFT | bytes);
    return CHAN_OK;
}

enum chan_status chan_put(unsigned counter, unsigned node, uint64_t remote, const void *local, size_t bytes)
{
    return chan_transfer(counter, NI_OP_RDMA_WRITE, ni_global(chan_state.node, (uintptr_t)local),
                         ni_global(node, (uintptr_t)remote), bytes);
}

enum chan_status chan_get(unsigned counter, unsigned node, uint64_t remote, void *local, size_t bytes)
{
    return chan_transfer(counter, NI_OP_RDMA_READ, ni_global(node, (uintptr_t)remote),
                         ni_global(chan_state.node, (uintptr_t)local), bytes);
}
