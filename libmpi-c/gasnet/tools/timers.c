// Timers of gasnet_tools.h: the platform's cycle counter, which counts from the start of the machine.
#include <gasnet_tools.h>

#include "hal/sim.h"

uint64_t gasnet_tools_ticks(void)
{
    return sim_cycles();
}

// No product exceeds 64 bits, because a second has less than 2^32 ticks.
uint64_t gasnet_tools_ns(uint64_t ticks)
{
    enum { NS_A_SECOND = 1000000000 };
    uint64_t hz = sim_clock_hz();
    return ticks / hz * NS_A_SECOND + ticks % hz * NS_A_SECOND / hz;
}

double gasnet_tools_tick_us(void)
{
    return 1e6 / sim_clock_hz();
}

double gasnet_tools_overhead_us(void)
{
    uint64_t before = gasnet_tools_ticks();
    return (gasnet_tools_ticks() - before) * gasnet_tools_tick_us();
}

void gasnet_tools_wait_ns(uint64_t ns)
{
    for (uint64_t before = gasnet_tools_ticks(); gasnet_tools_ns(gasnet_tools_ticks() - before) < ns;)
        ;
}
