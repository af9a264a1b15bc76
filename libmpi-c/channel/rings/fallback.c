// Channel `rings`: its fallbacks.
#include "channel/fallback.h"

#include "channel.h"

static uint32_t fallback_no_flag(void)
{
    return chan_state.no_flag;
}

static uint32_t fallback_no_put(void)
{
    return chan_state.no_put;
}

static uint32_t fallback_no_credit(void)
{
    uint32_t sum = 0;
    for (unsigned node = 0; node < chan_state.nodes; node++)
        sum += chan_state.peer[node].no_credit;
    return sum;
}

const struct chan_fallback chan_fallbacks[] = {
    {"no_credit", "packets that had to wait for their receiver to consume others", fallback_no_credit},
    {"no_flag", "rendezvous that found no completion flag", fallback_no_flag},
    {"no_put", "rendezvous that had to wait for another one's transfer", fallback_no_put},
    {0},
};
