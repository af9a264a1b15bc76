// Job control: gasnet_init, gasnet_attach and the table of handlers; queries of the environment.
#include <stdlib.h>
#include <string.h>

#include "gasnet/core.h"

static bool init_done;
static uintptr_t init_least_segment;  // the smallest segment limit of all nodes

void am_internal_handlers(void)
{
    segment_handlers();
    exit_handlers();
    operation_handlers();
    barrier_handlers();
}

// Returns the largest power of two that the heap has room for. The rest belongs to the program.
uintptr_t gasnet_max_local_segment(void)
{
    for (size_t bytes = (size_t)1 << (8 * sizeof bytes - 2); bytes >= GASNET_PAGESIZE; bytes /= 2) {
        void *memory = malloc(bytes + GASNET_PAGESIZE);
        free(memory);
        if (memory != NULL)
            return bytes;
    }
    return 0;
}

uintptr_t gasnet_max_global_segment(void)
{
    return init_least_segment;
}

static void init_count_harts(void)
{
    am_state.node_of_hart = am_allocate(am_state.nodes * sizeof *am_state.node_of_hart);
    for (unsigned node = 0; node < am_state.nodes; node++) {
        if (!conduit_has_hart(node))
            continue;
        if (node == am_state.node)
            am_state.hart = am_state.harts;
        am_state.node_of_hart[am_state.harts++] = node;
    }
}

int gasnet_init(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    if (init_done)
        return GASNET_ERR_NOT_INIT;
    init_done = true;
    conduit_init();
    am_internal_handlers();
    init_count_harts();
    am_state.segments = am_allocate(am_state.nodes * sizeof *am_state.segments);
    // Hardware nodes know their own memory.
    for (unsigned node = 0; node < am_state.nodes; node++)
        am_state.segments[node] = (gasnet_seginfo_t){NULL, UINTPTR_MAX};
    segment_exchange((gasnet_seginfo_t){NULL, gasnet_max_local_segment()});
    init_least_segment = am_state.segments[0].size;
    for (unsigned node = 1; node < am_state.nodes; node++) {
        if (am_state.segments[node].size < init_least_segment)
            init_least_segment = am_state.segments[node].size;
    }
    return GASNET_OK;
}

// Enters the handlers that have an index, then gives the others the first free indices.
static int init_register(gasnet_handlerentry_t *table, int count)
{
    for (int i = 0; i < count; i++) {
        unsigned index = table[i].index;
        if (index == 0)
            continue;
        if (index < AM_FIRST_CLIENT || am_state.handlers[index] != NULL)
            return GASNET_ERR_BAD_ARG;
        am_state.handlers[index] = table[i].fnptr;
    }
    unsigned next = AM_FIRST_CLIENT;
    for (int i = 0; i < count; i++) {
        if (table[i].index != 0)
            continue;
        while (next < AM_HANDLERS && am_state.handlers[next] != NULL)
            next++;
        if (next == AM_HANDLERS)
            return GASNET_ERR_RESOURCE;
        table[i].index = next;
        am_state.handlers[next] = table[i].fnptr;
    }
    return GASNET_OK;
}

int gasnet_attach_segment(gasnet_handlerentry_t *table, int count, uintptr_t bytes, int everything)
{
    if (!init_done || !(am_state.forbidden & AM_NOT_ATTACHED))
        return GASNET_ERR_NOT_INIT;
    if (count < 0 || (table == NULL && count != 0) || (!everything && bytes % GASNET_PAGESIZE != 0))
        return GASNET_ERR_BAD_ARG;
    int error = init_register(table, count);
    if (error != GASNET_OK)
        return error;
    gasnet_seginfo_t own = {NULL, everything ? UINTPTR_MAX : bytes};
    if (!everything && bytes != 0) {
        own.addr = aligned_alloc(GASNET_PAGESIZE, bytes);
        if (own.addr == NULL)
            return GASNET_ERR_RESOURCE;
    }
    segment_exchange(own);
    am_state.forbidden &= ~AM_NOT_ATTACHED;
    return GASNET_OK;
}

static void init_require(const char *function)
{
    if (!init_done)
        am_fatal(GASNET_ERR_NOT_INIT, "%s: called before gasnet_init", function);
}

gasnet_node_t gasnet_mynode(void)
{
    init_require("gasnet_mynode");
    return am_state.node;
}

gasnet_node_t gasnet_nodes(void)
{
    init_require("gasnet_nodes");
    return am_state.nodes;
}

char *gasnet_getenv(const char *name)
{
    init_require("gasnet_getenv");
    return getenv(name);
}

int gasnet_getSegmentInfo(gasnet_seginfo_t *table, int count)
{
    if (am_state.forbidden & AM_NOT_ATTACHED)
        return GASNET_ERR_NOT_INIT;
    if (table == NULL || count < 0)
        return GASNET_ERR_BAD_ARG;
    size_t entries = (unsigned)count < am_state.nodes ? (unsigned)count : am_state.nodes;
    memcpy(table, am_state.segments, entries * sizeof *table);
    return GASNET_OK;
}

int gasnet_getNodeInfo(gasnet_nodeinfo_t *table, int count)
{
    if (!init_done)
        return GASNET_ERR_NOT_INIT;
    if (table == NULL || count < 0)
        return GASNET_ERR_BAD_ARG;
    for (unsigned node = 0; node < (unsigned)count && node < am_state.nodes; node++)
        table[node] = (gasnet_nodeinfo_t){node, node};
    return GASNET_OK;
}

// There is no other thread to yield to.
int gasnet_set_waitmode(int wait_mode)
{
    return (unsigned)wait_mode <= GASNET_WAIT_SPINBLOCK ? GASNET_OK : GASNET_ERR_BAD_ARG;
}
