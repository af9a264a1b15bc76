// MPI_Put and MPI_Get as transfers of the hardware between both ranks' memories, one for each piece that has no gap here nor there;
// or, where there is no such hardware, or for many short pieces, as requests.
#include <string.h>

#include "api/rma.h"
#include "channel.h"

static void rma_put_by_request(struct rma_operation *operation)
{
    operation->kind = RMA_UPDATE;
    operation->op = (uintptr_t)MPI_REPLACE;
    rma_operate(operation);
}

static void rma_get_by_request(struct rma_operation *operation)
{
    operation->kind = RMA_READ;
    rma_cursor_copy(&operation->result, &operation->origin);
    rma_operate(operation);
}

// Puts and gets that went by request although memory can be reached.
uint32_t rma_no_transfer;

#if CHAN_READS_MEMORY

enum rma_direction { RMA_OUT, RMA_IN };

static void rma_copy(enum rma_direction direction, void *remote, void *local, size_t bytes)
{
    if (direction == RMA_OUT)
        memmove(remote, local, bytes);
    else
        memmove(local, remote, bytes);
}

// A bad pointer faults here, in the call that gave it, and not as a transfer that never ends.
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

// A request has a counter to itself, if there is one.
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

// What is here needs no request.
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

#else

void rma_put(struct rma_operation *operation)
{
    rma_put_by_request(operation);
}

void rma_get(struct rma_operation *operation)
{
    rma_get_by_request(operation);
}

#endif
