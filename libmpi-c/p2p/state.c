// Starting and ending point-to-point communication; the predefined communicators.
#include "transport/transport.h"

struct p2p_state p2p_state;

#if PHASES_TIMED
volatile uint32_t phase_time;
#endif

static uint16_t p2p_own_node;

struct p2p_comm p2p_world = {
    .errhandler = MPI_ERRORS_ARE_FATAL, .name = "MPI_COMM_WORLD", .magic = P2P_COMM_MAGIC};
extern struct p2p_comm p2p_nodes __attribute__((weak, alias("p2p_world")));
struct p2p_comm p2p_self = {
    .nodes = &p2p_own_node, .errhandler = MPI_ERRORS_ARE_FATAL, .name = "MPI_COMM_SELF", .magic = P2P_COMM_MAGIC};

void p2p_set_context(struct p2p_comm *comm, unsigned first)
{
    for (unsigned context = P2P_USER; context <= P2P_COLLECTIVE; context++) {
        comm->key[context] = match_key(first + context, comm->rank, 0);
        comm->any_key[context] = match_key(first + context, 0, 0);
    }
}

void p2p_init_plain(void)
{
    chan_init();
    p2p_own_node = chan_node();
    p2p_world.rank = chan_node();
    p2p_world.size = chan_nodes();
    p2p_self.size = 1;
    p2p_set_context(&p2p_world, P2P_WORLD_CONTEXT);
    p2p_set_context(&p2p_self, P2P_SELF_CONTEXT);
    size_t bytes = chan_nodes() * sizeof *p2p_state.peer;
    p2p_state.peer = memset(p2p_allocate(bytes, "MPI_Init: no memory for the state of this many ranks"), 0, bytes);
    transport_open();
}
P2P_REPLACEABLE(void, p2p_init, (void), p2p_init_plain)

static bool p2p_is_sending(void)
{
    return transport_is_sending() || p2p_sends_waiting();
}

void p2p_close(void)
{
    while (p2p_is_sending())
        p2p_progress();
    chan_close();
    p2p_world.size = p2p_self.size = 0;
}
