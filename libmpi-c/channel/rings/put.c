// Channel `rings`: transfers straight into buffers in other nodes' scratchpads, with a counter here for each, and the flags
// that end such transfers into buffers here.
#include <string.h>

#include "channel.h"
#include "channel/rings/internal.h"

// Free indices, as a stack.
static uint8_t chan_free_puts[CHAN_PUTS], chan_free_flags[CHAN_FLAGS];
static unsigned chan_free_put_count, chan_free_flag_count;
static unsigned chan_next_stage;

void chan_put_init(void)
{
    size_t nodes = chan_state.nodes;
    chan_state.flags = layout_flag(nodes, chan_state.slots, 0);
    chan_state.put_flags = layout_put_flag(nodes, chan_state.slots, 0);
    for (unsigned put = CHAN_PUTS; put-- > 0;) {
        uintptr_t flag = chan_state.put_flags + put * sizeof(uint32_t);
        ni_store(layout_put_counter(put), NI_COUNTER_NOTIFY, ni_global(chan_state.node, flag));
        chan_put_give_back(put);
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
    *(volatile uint32_t *)(chan_state.flags + flag * sizeof(uint32_t)) = 0;
    return flag;
}

void chan_flag_give_back(unsigned flag)
{
    chan_free_flags[chan_free_flag_count++] = flag;
}

int chan_put_take(void)
{
    if (chan_free_put_count == 0) {
        chan_state.no_put++;
        return -1;
    }
    return chan_free_puts[--chan_free_put_count];
}

void chan_put_give_back(unsigned put)
{
    chan_free_puts[chan_free_put_count++] = put;
}

static void chan_put_piece(unsigned put, uintptr_t command, uintptr_t from, ni_word to, size_t bytes)
{
    ni_order();
    ni_store(command, NI_CMD_SRC, ni_global(chan_state.node, from));
    ni_store(command, NI_CMD_DST, to);
    ni_store(command, NI_CMD_ACK, ni_global(chan_state.node, layout_put_counter(put)));
    ni_store(command, NI_CMD_HEAD, (ni_word)NI_OP_RDMA_WRITE << NI_CMD_OPCODE_SHIFT | bytes);
}

// In pieces, through places that are free again as soon as the hardware has read them: one is filled while the other goes.
static void chan_put_staged(unsigned put, ni_word to, const unsigned char *from, size_t bytes)
{
    while (bytes > 0) {
        uintptr_t command = layout_command(CHAN_COMMANDS + chan_next_stage);
        uintptr_t stage = layout_stage(chan_state.nodes, chan_state.slots, chan_next_stage);
        size_t piece = bytes < CHAN_STAGE_BYTES ? bytes : CHAN_STAGE_BYTES;
        while (ni_load(command, NI_CMD_HEAD) != 0)
            ;
        memcpy((void *)stage, from, piece);
        chan_put_piece(put, command, stage, to, piece);
        chan_next_stage = (chan_next_stage + 1) % CHAN_STAGES;
        from += piece;
        to += piece;
        bytes -= piece;
    }
}

void chan_put_start(unsigned put, unsigned node, uintptr_t remote, const void *local, size_t bytes, unsigned flag)
{
    uintptr_t counter = layout_put_counter(put);
    *(volatile uint32_t *)(chan_state.put_flags + put * sizeof(uint32_t)) = 0;
    ni_store(counter, NI_COUNTER_VALUE, -(ni_word)bytes);
    ni_store(counter, NI_COUNTER_NOTIFY + 1, ni_global(node, chan_state.flags + flag * sizeof(uint32_t)));
    ni_word to = ni_global(node, remote);
    if (chan_reaches(local, bytes))
        chan_put_piece(put, layout_command(CHAN_COMMANDS + CHAN_STAGES), (uintptr_t)local, to, bytes);
    else
        chan_put_staged(put, to, local, bytes);
}
