// Channel `nic`: its start. The NIC processor sets up the interface; requests made before that wait.
#include "channel.h"
#include "hal/sim.h"

enum {
    CHAN_NODES_MAX = 1 << 15,
    CHAN_UNUSABLE = 16,  // error class of a platform that the channel cannot use: MPI_ERR_OTHER
};

struct chan_state chan_state;

void chan_init(void)
{
    chan_state.node = sim_node();
    chan_state.nodes = sim_nodes();
    if (chan_state.nodes > CHAN_NODES_MAX)
        sim_fatal_text(CHAN_UNUSABLE, "MPI_Init: channel nic serves at most 32768 ranks, as match bits have 15 bits for a rank");
}
