// Collectives of gasnet_coll.h: every node says where it wants its data; after a barrier, the nodes that have data send it
// in Medium messages. A node leaves when all its data has come, so no data can belong to an earlier collective.
#include <string.h>

#include "gasnet/core.h"

// The collective that this node is in.
static struct collective {
    unsigned char *to;
    size_t missing;  // bytes still to come from other nodes
} collective_now;

static bool collective_is_ready;

static void collective_arrives(gasnet_token_t token, void *payload, size_t bytes, gasnet_handlerarg_t high, gasnet_handlerarg_t low)
{
    (void)token;
    memcpy(collective_now.to + am_wide(high, low), payload, bytes);
    collective_now.missing -= bytes;
}

void gasnet_coll_init(const gasnet_image_t images[], gasnet_image_t my_image, gasnet_coll_fn_entry_t functions[], size_t count,
                      int flags)
{
    (void)my_image, (void)functions, (void)flags;
    am_enter("gasnet_coll_init");
    for (unsigned node = 0; images != NULL && node < am_state.nodes; node++) {
        if (images[node] != 1)
            am_fatal(GASNET_ERR_BAD_ARG, "gasnet_coll_init: %d images on node %d; a node has one thread", (int)images[node], node);
    }
    if (am_state.harts != am_state.nodes)
        am_fatal(GASNET_ERR_BAD_ARG, "gasnet_coll_init: %d of %d nodes have a hart, and all need one", am_state.harts, am_state.nodes);
    if (count != 0)
        am_fatal(GASNET_ERR_BAD_ARG, "gasnet_coll_init: %zu functions for reductions, which are not here", count);
    am_state.handlers[AM_COLLECTIVE] = collective_arrives;
    collective_is_ready = true;
    barrier_meet();
}

static void collective_begin(const char *function, gasnet_team_handle_t team, void *to, size_t wanted)
{
    am_enter(function);
    if (!collective_is_ready)
        am_fatal(GASNET_ERR_NOT_INIT, "%s: called before gasnet_coll_init", function);
    if (team != GASNET_TEAM_ALL)
        am_fatal(GASNET_ERR_BAD_ARG, "%s: a team other than GASNET_TEAM_ALL", function);
    collective_now = (struct collective){to, wanted};
    barrier_meet();
}

static void collective_end(int flags)
{
    while (collective_now.missing != 0)
        am_poll();
    if (flags & GASNET_COLL_OUT_ALLSYNC)
        barrier_meet();
}

// Sends `bytes` to `offset` in the data that the node wants.
static void collective_send(unsigned node, const void *from, size_t bytes, size_t offset)
{
    if (node == am_state.node) {
        memmove(collective_now.to + offset, from, bytes);
        return;
    }
    size_t most = gasnet_AMMaxMedium();
    for (size_t done = 0; done < bytes; done += most) {
        const _Alignas(8) gasnet_handlerarg_t arguments[] = {AM_WIDE(offset + done)};
        size_t piece = bytes - done < most ? bytes - done : most;
        const struct am_message message = {.arguments = arguments, .payload = (const char *)from + done, .bytes = piece,
                                           .handler = AM_COLLECTIVE, .count = 2, .category = AM_MEDIUM};
        conduit_send(node, &message);
    }
}

static void collective_require_root(const char *function, gasnet_image_t root)
{
    if (root >= am_state.nodes)
        am_fatal(GASNET_ERR_BAD_ARG, "%s: root %d, of %d nodes", function, (int)root, am_state.nodes);
}

void gasnet_coll_broadcast(gasnet_team_handle_t team, void *dst, gasnet_image_t root, void *src, size_t bytes, int flags)
{
    collective_require_root("gasnet_coll_broadcast", root);
    collective_begin("gasnet_coll_broadcast", team, dst, am_state.node == root ? 0 : bytes);
    for (unsigned node = 0; root == am_state.node && node < am_state.nodes; node++)
        collective_send(node, src, bytes, 0);
    collective_end(flags);
}

void gasnet_coll_scatter(gasnet_team_handle_t team, void *dst, gasnet_image_t root, void *src, size_t bytes, int flags)
{
    collective_require_root("gasnet_coll_scatter", root);
    collective_begin("gasnet_coll_scatter", team, dst, am_state.node == root ? 0 : bytes);
    for (unsigned node = 0; root == am_state.node && node < am_state.nodes; node++)
        collective_send(node, (const char *)src + node * bytes, bytes, 0);
    collective_end(flags);
}

void gasnet_coll_gather(gasnet_team_handle_t team, gasnet_image_t root, void *dst, void *src, size_t bytes, int flags)
{
    collective_require_root("gasnet_coll_gather", root);
    collective_begin("gasnet_coll_gather", team, dst, am_state.node == root ? (am_state.nodes - 1) * bytes : 0);
    collective_send(root, src, bytes, am_state.node * bytes);
    collective_end(flags);
}

void gasnet_coll_gather_all(gasnet_team_handle_t team, void *dst, void *src, size_t bytes, int flags)
{
    collective_begin("gasnet_coll_gather_all", team, dst, (am_state.nodes - 1) * bytes);
    for (unsigned node = 0; node < am_state.nodes; node++)
        collective_send(node, src, bytes, am_state.node * bytes);
    collective_end(flags);
}

void gasnet_coll_exchange(gasnet_team_handle_t team, void *dst, void *src, size_t bytes, int flags)
{
    collective_begin("gasnet_coll_exchange", team, dst, (am_state.nodes - 1) * bytes);
    for (unsigned node = 0; node < am_state.nodes; node++)
        collective_send(node, (const char *)src + node * bytes, bytes, am_state.node * bytes);
    collective_end(flags);
}
