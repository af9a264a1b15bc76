// Channel `rings`: a barrier of all ranks in hardware. Either on a mutex, sense-reversing (Katsamani 2010 §4.2.2); or on counters:
// each rank adds 1 to the root's counter, which waits for all ranks and then raises a flag of each. Beyond four ranks, relays
// raise the flags, up to four each.
#include "channel.h"
#include "channel/rings/internal.h"
#include "hal/mutex.h"

#if RINGS_BARRIER == RINGS_BARRIER_COUNTERS

enum { BARRIER_FAN = 4 };  // addresses that a counter notifies

// Barriers alternate between two sets of counters and flags: one is prepared while the other is in use.
static unsigned barrier_set;

static ni_word barrier_flag(unsigned node, unsigned set)
{
    return ni_global(node, layout_barrier_flag(chan_state.nodes, chan_state.slots, set));
}

static ni_word barrier_add(unsigned node, uintptr_t counter)
{
    return ni_global(node, counter) + NI_COUNTER_ADD * NI_WORD_BYTES;
}

static void barrier_arm(unsigned set)
{
    *(volatile uint32_t *)layout_barrier_flag(chan_state.nodes, chan_state.slots, set) = 0;
    ni_store(layout_barrier_relay(set), NI_COUNTER_VALUE, -(ni_word)1);
    if (chan_state.node == 0)
        ni_store(layout_barrier_root(set), NI_COUNTER_VALUE, -(ni_word)chan_state.nodes);
}

void chan_barrier_init(void)
{
    unsigned nodes = chan_state.nodes;
    for (unsigned set = 0; set < 2; set++) {
        for (unsigned i = 0, node = chan_state.node; i < BARRIER_FAN && node < nodes; i++, node++)
            ni_store(layout_barrier_relay(set), NI_COUNTER_NOTIFY + i, barrier_flag(node, set));
        for (unsigned i = 0, node = 0; i < BARRIER_FAN && node < nodes; i++, node += nodes <= BARRIER_FAN ? 1 : BARRIER_FAN)
            ni_store(layout_barrier_root(set), NI_COUNTER_NOTIFY + i,
                     nodes <= BARRIER_FAN ? barrier_flag(node, set) : barrier_add(node, layout_barrier_relay(set)));
        barrier_arm(set);
    }
}

// Sets alternate: no rank arrives at the next barrier before this rank has arrived at this one.
void chan_barrier_arrive(void)
{
    barrier_set ^= 1;
    barrier_arm(barrier_set ^ 1);
    ni_remote_store(barrier_add(0, layout_barrier_root(barrier_set)), 1);
}

bool chan_barrier_passed(void)
{
    return ni_load32(layout_barrier_flag(chan_state.nodes, chan_state.slots, barrier_set)) != 0;
}

#elif RINGS_BARRIER == RINGS_BARRIER_MUTEX

enum {
    BARRIER_MUTEX = 1,        // of the bank; mutex 0 belongs to the start-up
    BARRIER_SENSE = 1 << 8,   // bit above the number of ranks that have arrived
};

static uint32_t barrier_sense;

void chan_barrier_init(void)
{
}

void chan_barrier_arrive(void)
{
    mutex_lock(BARRIER_MUTEX, chan_state.node);
    uint32_t come = (mutex_user(BARRIER_MUTEX) & (BARRIER_SENSE - 1)) + 1, before = barrier_sense;
    barrier_sense ^= BARRIER_SENSE;
    mutex_set_user(BARRIER_MUTEX, come == chan_state.nodes ? barrier_sense : before | come);
    mutex_unlock(BARRIER_MUTEX, chan_state.node);
}

bool chan_barrier_passed(void)
{
    return (mutex_user(BARRIER_MUTEX) & BARRIER_SENSE) == barrier_sense;
}

#else

void chan_barrier_init(void)
{
}

#endif
