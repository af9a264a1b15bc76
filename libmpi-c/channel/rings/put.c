// Channel `rings`: transfers directly into buffers in other nodes' scratchpads, each with a counter here, and the flags
// that end such transfers into buffers here.
#include <string.h>

#include "channel.h"
#include "channel/rings/internal.h"

// Stacks of free indices.
static uint8_t chan_free_puts[CHAN_PUTS], chan_free_flags[CHAN_FLAGS];
static unsigned chan_free_put_count, chan_free_flag_count;
static unsigned chan_next_stage;

void chan_put_init(void)
{
    size_t nodes = chan_state.nodes;
    chan_state.flags = layout_flag(nodes, chan_state.slots, 0);
    chan_state.put_flags = layout_put_flag(nodes, chan_state.slots, 0);
    for (unsigned put = 0; put <= CHAN_PUTS; put++) {
        uintptr_t flag = chan_state.put_flags + put * sizeof(uint32_t);
        ni_store(layout_put_counter(put), NI_COUNTER_NOTIFY, ni_global(chan_state.node, flag));
    }
    for (unsigned put = CHAN_PUTS; put-- > 0;)
        chan_put_give_back(put);
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
    chan_flag_lower(flag);
    return flag;
}

void chan_flag_give_back(unsigned flag)
{
    if (flag != CHAN_OWN_FLAG)
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

uintptr_t chan_stage(const void *from, size_t bytes, uintptr_t *command)
{
    unsigned stage = chan_next_stage;
    chan_next_stage = (stage + 1) % CHAN_STAGES;
    *command = layout_command(CHAN_COMMANDS + stage);
    while (ni_load(*command, NI_CMD_HEAD) != 0)
        ;
    uintptr_t place = layout_stage(chan_state.nodes, chan_state.slots, stage);
    chan_copy((void *)place, from, bytes);
    return place;
}

static void chan_put_staged(unsigned put, ni_word to, const unsigned char *from, size_t bytes)
{
    while (bytes > 0) {
        size_t piece = bytes < CHAN_STAGE_BYTES ? bytes : CHAN_STAGE_BYTES;
        uintptr_t command, stage = chan_stage(from, piece, &command);
        chan_command(command, NI_OP_RDMA_WRITE, ni_global(chan_state.node, stage), to, chan_put_counter(put), piece);
        from += piece;
        to += piece;
        bytes -= piece;
    }
}

void chan_put_start(unsigned put, unsigned node, uintptr_t remote, const void *local, size_t bytes, unsigned flag)
{
    if (chan_reaches(local, bytes)) {
        chan_put_direct(put, node, remote, local, bytes, flag);
        return;
    }
    chan_put_arm(put, node, bytes, flag);
    chan_put_staged(put, ni_global(node, remote), local, bytes);
}
