// Channel `rdma`: RDMA reads with a counter each, and the completion flags of both sides.
#include "channel.h"
#include "channel/rdma/internal.h"

// Stacks of free indices.
static uint8_t chan_free_gets[CHAN_GETS], chan_free_flags[CHAN_FLAGS];
static unsigned chan_free_get_count, chan_free_flag_count;

void chan_get_init(void)
{
    for (unsigned get = CHAN_GETS; get-- > 0;) {
        ni_set_type(LAYOUT_COUNTER_LINE + get, NI_TAG_COUNTER);
        ni_store(layout_counter(get), NI_COUNTER_NOTIFY, ni_global(chan_state.node, layout_get_flag(get)));
        chan_get_give_back(get);
    }
    for (unsigned flag = CHAN_FLAGS; flag-- > 0;)
        chan_flag_give_back(flag);
}

int chan_flag_take(void)
{
    if (chan_free_flag_count == 0) {
        chan_state.no_flag++;
        return -1;
    }
    unsigned flag = chan_free_flags[--chan_free_flag_count];
    ni_store(layout_flag(flag), 0, 0);
    return flag;
}

void chan_flag_give_back(unsigned flag)
{
    chan_free_flags[chan_free_flag_count++] = flag;
}

int chan_get_take(void)
{
    if (chan_free_get_count == 0) {
        chan_state.no_get++;
        return -1;
    }
    return chan_free_gets[--chan_free_get_count];
}

void chan_get_give_back(unsigned get)
{
    chan_free_gets[chan_free_get_count++] = get;
}

enum chan_status chan_get_start(unsigned get, unsigned node, uint64_t remote, void *local, size_t bytes, int flag)
{
    if (!chan_command_free()) {
        chan_state.no_command++;
        return CHAN_NO_RESOURCE;
    }
    uintptr_t counter = layout_counter(get);
    ni_store(layout_get_flag(get), 0, 0);
    ni_store(counter, NI_COUNTER_VALUE, -(ni_word)bytes);
    ni_store(counter, NI_COUNTER_NOTIFY + 1, flag < 0 ? 0 : ni_global(node, layout_flag(flag)));
    ni_order();
    uintptr_t command = chan_take_command();
    ni_store(command, NI_CMD_SRC, ni_global(node, (uintptr_t)remote));
    ni_store(command, NI_CMD_DST, ni_global(chan_state.node, (uintptr_t)local));
    ni_store(command, NI_CMD_ACK, ni_global(chan_state.node, counter));
    ni_store(command, NI_CMD_HEAD, (ni_word)NI_OP_RDMA_READ << NI_CMD_OPCODE_SHIFT | bytes);
    return CHAN_OK;
}
