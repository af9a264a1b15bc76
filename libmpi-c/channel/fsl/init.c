// Channel `fsl`: beginning and end. The links need no configuration, except for NetIf tables that are loaded at the start. Words to a rank
// that has not begun wait in the network.
#include "channel/fsl/internal.h"
#include "channel/fsl/tables.h"
#include "hal/sim.h"

enum { CHAN_UNUSABLE = 16 };  // error class of a platform that the channel cannot use: MPI_ERR_OTHER

struct chan_state chan_state;

void chan_init(void)
{
    chan_state.node = sim_node();
    chan_state.nodes = sim_nodes();
    if (chan_state.nodes > WIRE_NODES_MAX)
        sim_fatal_text(CHAN_UNUSABLE, "MPI_Init: channel fsl serves at most 256 ranks, as headers have 8 bits for a rank");
#ifdef RANKINE_CHANNEL_MPE
    fsl_put_command(FSL_COMMAND_OPEN, 0, chan_state.node, 0, 0);
#endif
    fsl_load_tables(chan_state.node);
    for (unsigned word = 0; word * 32 < chan_state.nodes; word++) {
        chan_state.engines[word] = sim_no_hart(word);
        chan_state.has_engines |= chan_state.engines[word] != 0;
    }
#if defined FSL_IS_FULL_DUPLEX && !defined RANKINE_CHANNEL_MPE
    if (chan_state.has_engines)
        sim_fatal_text(CHAN_UNUSABLE, "MPI_Init: without a TMD-MPE a rank cannot tell a full-duplex engine's clear to send from its data; "
                                      "give each processor one, or make tmd.mpe_duplex \"half\"");
#endif
}

// Nothing to do: the layer above has waited until everything is sent.
void chan_close(void)
{
}
