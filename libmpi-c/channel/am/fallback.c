// Channel `am`: its fallbacks, as the tool interface shows them.
#include "channel/fallback.h"

#include "channel.h"

static uint32_t fallback_no_credit(void)
{
    uint32_t sum = 0;
    for (unsigned node = 0; node < chan_state.nodes; node++)
        sum += chan_state.peer[node].no_credit;
    return sum;
}

static uint32_t fallback_stalled(void)
{
    return chan_state.stalled;
}

static uint32_t fallback_unaligned(void)
{
    return chan_state.unaligned;
}

const struct chan_fallback chan_fallbacks[] = {
    {"no_credit", "packets that had to wait for their receiver to consume others", fallback_no_credit},
    {"stalled", "packets that had to wait until the GAScore had accepted the request before them", fallback_stalled},
    {"unaligned", "rendezvous that went in packets, as a buffer is not aligned to words", fallback_unaligned},
    {0},
};
