// Channel `rdma`: one-sided transfers in both directions, counted by lanes.
#include "channel.h"

enum {
    CHAN_LANE_BYTES = 1 << 23,  // that a lane's counter of 24 bits can be below zero
};

// How much may be started on a lane before its counter is looked at again.
static uint32_t chan_lane_room[CHAN_LANES + CHAN_OWN_LANES];

// Free indices, as a stack.
static uint8_t chan_free_lanes[CHAN_OWN_LANES];
static unsigned chan_free_lane_count;

// Programs without windows do not pay for this when they start.
void chan_lanes_open(void)
{
    static bool open;
    if (open)
        return;
    open = true;
    for (unsigned lane = 0; lane < CHAN_LANES + CHAN_OWN_LANES; lane++) {
        ni_set_type(LAYOUT_LANE_LINE + lane, NI_TAG_COUNTER);
        chan_lane_room[lane] = CHAN_LANE_BYTES;
    }
    for (unsigned lane = CHAN_LANES + CHAN_OWN_LANES; lane-- > CHAN_LANES;)
        chan_lane_give_back(lane);
}

int chan_lane_take(void)
{
    if (chan_free_lane_count == 0) {
        chan_state.no_lane++;
        return -1;
    }
    return chan_free_lanes[--chan_free_lane_count];
}

void chan_lane_give_back(unsigned lane)
{
    chan_free_lanes[chan_free_lane_count++] = lane;
}

static uint32_t chan_lane_left(unsigned lane)
{
    return CHAN_LANE_BYTES + (int32_t)ni_load(layout_lane(lane), NI_COUNTER_VALUE);
}

bool chan_lane_ready(unsigned lane, size_t bytes)
{
    return chan_command_free() && (chan_lane_room[lane] >= bytes || chan_lane_left(lane) >= bytes);
}

static bool chan_lane_holds(unsigned lane, size_t bytes)
{
    if (chan_lane_room[lane] < bytes)
        chan_lane_room[lane] = chan_lane_left(lane);
    return chan_lane_room[lane] >= bytes;
}

static enum chan_status chan_transfer(unsigned lane, ni_word opcode, ni_word from, ni_word to, size_t bytes)
{
    if (!chan_command_free()) {
        chan_state.no_command++;
        return CHAN_NO_RESOURCE;
    }
    if (!chan_lane_holds(lane, bytes))
        return CHAN_NO_RESOURCE;
    chan_lane_room[lane] -= bytes;
    uintptr_t counter = layout_lane(lane), command = chan_take_command();
    ni_store(counter, NI_COUNTER_ADD, -(ni_word)bytes);
    ni_order();
    ni_store(command, NI_CMD_SRC, from);
    ni_store(command, NI_CMD_DST, to);
    ni_store(command, NI_CMD_ACK, ni_global(chan_state.node, counter));
    ni_store(command, NI_CMD_HEAD, opcode << NI_CMD_OPCODE_SHIFT | bytes);
    return CHAN_OK;
}

enum chan_status chan_put(unsigned lane, unsigned node, uint64_t remote, const void *local, size_t bytes)
{
    return chan_transfer(lane, NI_OP_RDMA_WRITE, ni_global(chan_state.node, (uintptr_t)local),
                         ni_global(node, (uintptr_t)remote), bytes);
}

enum chan_status chan_get(unsigned lane, unsigned node, uint64_t remote, void *local, size_t bytes)
{
    return chan_transfer(lane, NI_OP_RDMA_READ, ni_global(node, (uintptr_t)remote),
                         ni_global(chan_state.node, (uintptr_t)local), bytes);
}
