// Ranks without a hart, if the channel knows such ranks (chan_has_engines). They take part in point-to-point communication
// of MPI_COMM_WORLD only.
#include "engines.h"
#include "hal/sim.h"
#include "transport/transport.h"

bool stream_has_engines;

static struct p2p_comm stream_harts_of_world = {.errhandler = MPI_ERRORS_ARE_FATAL, .magic = P2P_COMM_MAGIC};

const struct p2p_comm *transport_harts(void)
{
    return stream_has_engines ? &stream_harts_of_world : &p2p_world;
}

// The new communicator uses the contexts of MPI_COMM_WORLD, which then has no collectives of its own.
static void stream_find_harts(void)
{
    struct p2p_comm *comm = &stream_harts_of_world;
    uint16_t *nodes = p2p_allocate(chan_nodes() * sizeof *nodes, "MPI_Init: no memory for the list of ranks with harts");
    for (unsigned node = 0; node < chan_nodes(); node++) {
        if (node == chan_node())
            comm->rank = comm->size;
        if (!chan_is_engine(node))
            nodes[comm->size++] = node;
    }
    comm->nodes = nodes;
    p2p_set_context(comm, P2P_WORLD_CONTEXT);
}

void transport_open(void)
{
    for (unsigned node = 0; node < chan_nodes(); node++)
        p2p_state.peer[node].transport.general_only = node == chan_node() || chan_is_engine(node);
    stream_has_engines = chan_has_engines();
    if (stream_has_engines)
        stream_find_harts();
}

void stream_refuse_engines(const struct p2p_comm *comm)
{
    for (int rank = 0; rank < comm->size; rank++) {
        if (chan_is_engine(p2p_node(comm, rank)))
            sim_fatal_text(MPI_ERR_COMM, "MPI: a collective operation on a communicator with an engine in it, which takes part in "
                                     "none; make a communicator of the ranks with harts (MPI_Comm_create_group)");
    }
}
