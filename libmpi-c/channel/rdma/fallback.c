// Channel `rdma`: its fallbacks.
#include "channel/fallback.h"

#include "channel.h"

#define COUNT(name)                       \
    static uint32_t fallback_##name(void) \
    {                                     \
        return chan_state.name;           \
    }
COUNT(no_command)
COUNT(no_flag)
COUNT(no_get)
COUNT(no_own_counter)

static uint32_t fallback_no_credit(void)
{
    uint32_t sum = 0;
    for (unsigned node = 0; node < chan_state.nodes; node++)
        sum += chan_state.peer[node].no_credit;
    return sum;
}

#define ROW(name, meaning) {#name, meaning, fallback_##name}

const struct chan_fallback chan_fallbacks[] = {
    ROW(no_credit, "packets that had to wait for their receiver to consume others"),
    ROW(no_command, "sends and transfers that found no free command buffer"),
    ROW(no_flag, "rendezvous that end with a packet in place of a flag"),
    ROW(no_get, "rendezvous that had to wait for another one"),
    ROW(no_own_counter, "one-sided transfers that would have had a counter for themselves"),
    {0},
};
