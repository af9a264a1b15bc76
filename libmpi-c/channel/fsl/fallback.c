// Channel `fsl`: its fallbacks: how often it had to wait.
#include "channel/fallback.h"

#include "channel.h"

static uint32_t fallback_no_place(void)
{
    return chan_state.no_place;
}

const struct chan_fallback chan_fallbacks[] = {
    {"no_place", "packets that had to wait until another one had gone out", fallback_no_place},
    {0},
};
