// Channel `rdma`: a barrier of all ranks on counters. A rank that arrives adds 1 to its counter. When all ranks below it in the tree
// have arrived, its counter adds 1 to that of the node above. The top counter starts a wave of notifications down another tree,
// which raises a flag in each node. The hart only adds 1 and polls its flag.
#include "channel.h"
#include "channel/rdma/internal.h"

enum {
    BARRIER_FAN_IN = 8,   // children of a node on the way up: each add takes the counter a few cycles
    BARRIER_FAN_OUT = 3,  // on the way down: a counter notifies four addresses; one is the node's own flag
};

static ni_word barrier_add(unsigned node, uintptr_t counter)
{
    return ni_global(node, counter) + NI_COUNTER_ADD * NI_WORD_BYTES;
}

// Returns the number of this node's children in a tree in which a node has up to `fan`.
static unsigned barrier_below(unsigned fan)
{
    unsigned first = fan * chan_state.node + 1;
    unsigned left = first < chan_state.nodes ? chan_state.nodes - first : 0;
    return left < fan ? left : fan;
}

static void barrier_arm(unsigned set)
{
    ni_store(layout_barrier_flag(set), 0, 0);
    ni_store(layout_barrier_relay(set), NI_COUNTER_VALUE, -(ni_word)1);
    ni_store(layout_barrier_come(set), NI_COUNTER_VALUE, -(ni_word)(barrier_below(BARRIER_FAN_IN) + 1));
}

void chan_barrier_init(void)
{
    unsigned node = chan_state.node;
    for (unsigned set = 0; set < CHAN_BARRIER_SETS; set++) {
        uintptr_t come = layout_barrier_come(set), relay = layout_barrier_relay(set);
        ni_set_type(LAYOUT_BARRIER_LINE + set, NI_TAG_COUNTER);
        ni_set_type(LAYOUT_BARRIER_LINE + CHAN_BARRIER_SETS + set, NI_TAG_COUNTER);
        ni_store(come, NI_COUNTER_NOTIFY,
                 node == 0 ? barrier_add(0, relay) : barrier_add((node - 1) / BARRIER_FAN_IN, come));
        ni_store(relay, NI_COUNTER_NOTIFY, ni_global(node, layout_barrier_flag(set)));
        for (unsigned i = 1; i <= barrier_below(BARRIER_FAN_OUT); i++)
            ni_store(relay, NI_COUNTER_NOTIFY + i, barrier_add(BARRIER_FAN_OUT * node + i, relay));
        barrier_arm(set);
    }
}

// Sets of counters alternate: no rank arrives at the next barrier before this rank has arrived at this one.
void chan_barrier_arrive(void)
{
    chan_state.barrier_set ^= 1;
    barrier_arm(chan_state.barrier_set ^ 1);
    ni_remote_store(barrier_add(chan_state.node, layout_barrier_come(chan_state.barrier_set)), 1);
}
