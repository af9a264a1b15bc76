// The start of a program that may begin during the run, and its MPI_COMM_WORLD.
#include <stdlib.h>
#include <string.h>

#include "api/context.h"
#include "api/predefined.h"
#include "dynamic/dynamic.h"
#include "hal/process.h"
#include "hal/sim.h"
#include "p2p/cells.h"

struct p2p_comm dynamic_wire;
struct p2p_comm p2p_nodes = {.errhandler = MPI_ERRORS_ARE_FATAL, .name = "of all nodes", .magic = P2P_COMM_MAGIC};

static struct dynamic_start *dynamic_started;  // NULL: the rank has begun with the run

int main(int argc, char **argv, char **environment);

struct p2p_comm dynamic_numbered(const struct p2p_comm *comm)
{
    struct p2p_comm other = context_comm_in(comm, CONTEXT_AGREEMENTS);
    other.key[P2P_USER] = other.key[P2P_COLLECTIVE];
    other.any_key[P2P_USER] = other.any_key[P2P_COLLECTIVE];
    return other;
}

// Makes the communicators of all nodes.
static void dynamic_open_nodes(void)
{
    p2p_nodes.rank = (int)sim_node();
    p2p_nodes.size = (int)sim_nodes();
    p2p_set_context(&p2p_nodes, P2P_SELF_CONTEXT);
    dynamic_wire = dynamic_numbered(&p2p_nodes);
}

static struct dynamic_start *dynamic_await_start(void)
{
    struct p2p_envelope envelope;
    struct p2p_request request;
    p2p_probe(&dynamic_wire, MPI_ANY_SOURCE, DYNAMIC_TAG_START, &envelope);
    struct dynamic_start *start = p2p_allocate(envelope.bytes, "MPI_Comm_spawn: no memory for the arguments of the program");
    p2p_receive(&request, &dynamic_wire, P2P_USER, start, envelope.bytes, envelope.source, DYNAMIC_TAG_START);
    return start;
}

static uint16_t *dynamic_nodes_of(struct dynamic_start *start)
{
    return (uint16_t *)(start + 1);
}

static char **dynamic_arguments_of(struct dynamic_start *start)
{
    char **arguments = p2p_allocate((start->arguments + 1) * sizeof *arguments, "MPI_Comm_spawn: no memory for the arguments");
    char *text = (char *)(dynamic_nodes_of(start) + start->size);
    for (int i = 0; i < start->arguments; i++) {
        arguments[i] = text;
        text += strlen(text) + 1;
    }
    arguments[start->arguments] = NULL;
    return arguments;
}

// Calls the constructors of the program, which come behind `first` in their table.
static void dynamic_construct(void (*first)(void))
{
    extern void (*__init_array_start[])(void), (*__init_array_end[])(void);
    void (**next)(void) = __init_array_start;
    while (*next++ != first)
        ;
    while (next < __init_array_end)
        (*next++)();
}

// On a node that is set aside, waits for the start message before any constructor of the program. Then the program runs with the
// arguments of that message.
static void __attribute__((constructor(101))) dynamic_wait(void)
{
    extern char **environ;
    unsigned aside = process_set_aside();
    if (aside == 0 || sim_node() < sim_nodes() - aside)
        return;
    p2p_init_plain();
    dynamic_open_nodes();
    dynamic_started = dynamic_await_start();
    process_begin();
    char **arguments = dynamic_arguments_of(dynamic_started);
    dynamic_construct(dynamic_wait);
    exit(main(dynamic_started->arguments, arguments, environ));
}

// MPI_COMM_WORLD of a spawned rank, and the way to its parent.
static void dynamic_open_spawned(void)
{
    p2p_world.rank = dynamic_started->rank;
    p2p_world.size = dynamic_started->size;
    p2p_world.nodes = dynamic_nodes_of(dynamic_started);
    p2p_set_context(&p2p_world, P2P_WORLD_CONTEXT);
    api_phase = API_RUNNING;
    dynamic_connect(&p2p_world, 0, dynamic_started->parent, 0, &dynamic_parent);
}

// Replaces the function of p2p/state.c.
void p2p_init(void)
{
    if (dynamic_started != NULL) {
        dynamic_open_spawned();
        return;
    }
    p2p_init_plain();
    dynamic_open_nodes();
    p2p_world.size -= (int)process_set_aside();
}

// Replaces the function of api/group.c: a spawned rank is not its node.
void group_ready(struct group *group)
{
    group->rank = group_find(group, p2p_nodes.rank);
}

// Replace the functions of p2p/: hardware barriers and cells are for all nodes.
bool p2p_barrier(const struct p2p_comm *comm)
{
    return p2p_world.size == p2p_nodes.size && p2p_barrier_plain(comm);
}

unsigned p2p_cells_begin(const struct p2p_comm *comm)
{
    return p2p_world.size == p2p_nodes.size ? p2p_cells_begin_plain(comm) : 0;
}

// Replaces the function of api/predefined.c. The universe has the ranks that are set aside, too.
const int *attribute_predefined(int keyval)
{
    if (keyval == MPI_UNIVERSE_SIZE)
        return &p2p_nodes.size;
    if (keyval == MPI_APPNUM && dynamic_started != NULL)
        return &dynamic_started->appnum;
    return attribute_predefined_plain(keyval);
}
