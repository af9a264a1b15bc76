// Hardware transfers with the completion counters of the channel. While there are free counters, an operation has one of its own;
// else it shares one with other operations to the same nodes.
#include "transfers.h"

#include "channel.h"
#include "gasnet/core.h"
#include "mark/phase.h"

void transfers_open(void)
{
    chan_counters_open();
}

// A bad pointer faults here, in the call that passed it. (Otherwise it would become a transfer that never ends.)
static void transfer_touch(const volatile unsigned char *local, size_t bytes)
{
    (void)local[0];
    (void)local[bytes - 1];
}

static void transfer_wait(unsigned counter, size_t bytes)
{
    while (!chan_counter_ready(counter, bytes)) {
        if (!(am_state.forbidden & AM_IN_HANDLER))
            am_poll();
    }
}

uint32_t transfer_start(enum transfer_direction direction, unsigned node, uintptr_t remote, void *local, size_t bytes)
{
    int own = chan_counter_take();
    unsigned counter = own < 0 ? chan_counter_of(node) : (unsigned)own;
    transfer_touch(local, bytes);
    ni_order();
    PHASE(issue)
    for (size_t at = 0; at < bytes;) {
        size_t piece = bytes - at < CHAN_GET_MAX_BYTES ? bytes - at : CHAN_GET_MAX_BYTES;
        unsigned char *here = (unsigned char *)local + at;
        enum chan_status status = direction == TRANSFER_OUT ? chan_put(counter, node, remote + at, here, piece)
                                                            : chan_get(counter, node, remote + at, here, piece);
        if (status == CHAN_OK)
            at += piece;
        else
            transfer_wait(counter, piece);
    }
    return 1u << counter;
}

bool transfer_is_idle(unsigned counter)
{
    return chan_counter_idle(counter);
}

void transfer_end(unsigned counter)
{
    if (counter >= CHAN_NODE_COUNTERS)
        chan_counter_give_back(counter);
}
