// Starting and ending point-to-point communication; the predefined communicators.
#include <stdlib.h>
#include <string.h>

#include "p2p/internal.h"

struct p2p_state p2p;

static uint16_t p2p_own_node;

struct p2p_comm p2p_world = {
    .context = 0, .errhandler = MPI_ERRORS_ARE_FATAL, .name = "MPI_COMM_WORLD"};
struct p2p_comm p2p_self = {
    .size = 1, .context = 2, .nodes = &p2p_own_node, .errhandler = MPI_ERRORS_ARE_FATAL, .name = "MPI_COMM_SELF"};

void *p2p_allocate(size_t bytes, const char *failure)
{
    void *memory = malloc(bytes);
    if (memory == NULL)
        chan_fatal(MPI_ERR_NO_MEM, failure);
    return memory;
}

void p2p_init(void)
{
    chan_init();
    p2p_world.rank = chan_node();
    p2p_world.size = chan_nodes();
    p2p_own_node = chan_node();
    size_t bytes = chan_nodes() * sizeof *p2p.peer;
    p2p.peer = memset(p2p_allocate(bytes, "MPI_Init: no memory for the state of this many ranks"), 0, bytes);
}

void p2p_close(void)
{
    while (p2p_sends_waiting())
        p2p_progress();
    chan_close();
}
