// MPI_Put and MPI_Get as hardware transfers between the two ranks' memories, one for each piece without a gap on either side; as
// requests for many short pieces. Transfers need no work at the target.
#include <string.h>

#include "channel.h"
#include "rma/rma.h"

enum rma_direction { RMA_OUT, RMA_IN };

static void rma_copy(enum rma_direction direction, void *remote, void *local, size_t bytes)
{
    if (direction == RMA_OUT)
        memmove(remote, local, bytes);
    else
        memmove(local, remote, bytes);
}

// A bad pointer faults here, in the call that passed it. (Otherwise it would become a transfer that never ends.)
static void rma_touch(const volatile unsigned char *local, size_t bytes)
{
    (void)local[0];
    (void)local[bytes - 1];
}

static void rma_transfer_piece(enum rma_direction direction, unsigned counter, unsigned node, uint64_t remote, void *local,
                               size_t bytes)
{
    rma_touch(local, bytes);
    while ((direction == RMA_OUT ? chan_put(counter, node, remote, local, bytes)
                                 : chan_get(counter, node, remote, local, bytes)) != CHAN_OK) {
        while (!chan_counter_ready(counter, bytes))
            p2p_progress();
    }
}

// A request has a counter of its own, if one is free.
static unsigned rma_counter(struct rma_operation *operation, unsigned node)
{
    struct rma_request *request = operation->request;
    if (request == NULL)
        return chan_counter_of(node);
    int counter = chan_counter_take();
    request->counter = counter < 0 ? (int)chan_counter_of(node) : counter;
    return request->counter;
}

static size_t rma_common(const struct rma_operation *operation)
{
    size_t bytes = operation->left, here = rma_cursor_room(&operation->origin), there = rma_cursor_room(&operation->remote);
    if (bytes > here)
        bytes = here;
    if (bytes > there)
        bytes = there;
    return bytes > CHAN_GET_MAX_BYTES ? CHAN_GET_MAX_BYTES : bytes;
}

static bool rma_has_short_pieces(const struct rma_cursor *cursor, size_t left)
{
    const struct rma_layout *layout = cursor->layout;
    return layout != NULL && rma_cursor_room(cursor) < left && layout->bytes / layout->pieces < RMA_SHORT_PIECE;
}

// Should the operation go as a request, because its pieces are too short for transfers? Never if the target is this rank. Counted.
static bool rma_is_scattered(const struct rma_operation *operation)
{
    bool scattered = operation->target != operation->win->comm->rank &&
                     (rma_has_short_pieces(&operation->origin, operation->left) ||
                      rma_has_short_pieces(&operation->remote, operation->left));
    rma_no_transfer += scattered;
    return scattered;
}

static void rma_transfer(struct rma_operation *operation, enum rma_direction direction)
{
    size_t node = p2p_node(operation->win->comm, operation->target);
    bool own = node == chan_node();
    unsigned counter = own || operation->left == 0 ? 0 : rma_counter(operation, node);
    ni_order();
    while (operation->left > 0) {
        size_t bytes = rma_common(operation);
        uint64_t remote = rma_cursor_at(&operation->remote);
        void *local = (void *)(uintptr_t)rma_cursor_at(&operation->origin);
        if (own)
            rma_copy(direction, (void *)(uintptr_t)remote, local, bytes);
        else
            rma_transfer_piece(direction, counter, node, remote, local, bytes);
        rma_cursor_advance(&operation->remote, bytes);
        rma_cursor_advance(&operation->origin, bytes);
        operation->left -= bytes;
    }
}

void rma_put(struct rma_operation *operation)
{
    if (rma_is_scattered(operation))
        rma_put_by_request(operation);
    else
        rma_transfer(operation, RMA_OUT);
}

void rma_get(struct rma_operation *operation)
{
    if (rma_is_scattered(operation))
        rma_get_by_request(operation);
    else
        rma_transfer(operation, RMA_IN);
}

void rma_transfers_open(void)
{
    chan_counters_open();
}

static void rma_await_counter(unsigned counter)
{
    while (!chan_counter_idle(counter))
        p2p_progress();
}

void rma_transfers_await(const struct win *win, int target)
{
    rma_await_counter(chan_counter_of(p2p_node(win->comm, target)));
}

void rma_transfers_await_all(void)
{
    for (unsigned counter = 0; counter < CHAN_NODE_COUNTERS; counter++)
        rma_await_counter(counter);
}

bool rma_transfer_idle(unsigned counter)
{
    return chan_counter_idle(counter);
}

void rma_transfer_free(unsigned counter)
{
    if (counter >= CHAN_NODE_COUNTERS)
        chan_counter_give_back(counter);
}

static void rma_fetch_now(size_t node, uint64_t remote, void *local, size_t bytes)
{
    unsigned counter = chan_counter_of(node);
    while (chan_get(counter, node, remote, local, bytes) != CHAN_OK)
        p2p_progress();
    while (!chan_counter_idle(counter))
        p2p_progress();
}

// The version is odd while the list is being changed there.
static void rma_list_fetch(struct win *win, int target)
{
    struct rma_peer *peer = &win->peers[target];
    size_t node = p2p_node(win->comm, target);
    struct rma_regions before, after;
    do {
        rma_fetch_now(node, peer->base, &before, sizeof before);
        size_t bytes = sizeof *peer->regions + before.count * sizeof(struct rma_region);
        p2p_free(peer->regions);
        peer->regions = p2p_allocate(bytes, "MPI: no memory for the regions of another rank's dynamic window");
        if (before.count != 0)
            rma_fetch_now(node, before.list, peer->regions, bytes);
        peer->regions->count = before.count;
        rma_fetch_now(node, peer->base, &after, sizeof after);
    } while (before.version != after.version || before.version % 2 != 0);
}

bool rma_is_attached_there(struct win *win, int target, uint64_t address, uint64_t bytes)
{
    struct rma_peer *peer = &win->peers[target];
    if (target == win->comm->rank)
        return rma_is_attached(win, address, bytes);
    if (peer->regions != NULL && rma_list_has(peer->regions, peer->regions->count, address, bytes))
        return true;
    rma_list_fetch(win, target);
    return rma_list_has(peer->regions, peer->regions->count, address, bytes);
}
