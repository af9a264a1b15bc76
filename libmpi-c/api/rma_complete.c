// Waiting until one-sided operations are done.
#include "api/rma.h"
#include "channel.h"

// Looks after others at least once: programs wait for what others write by reading their own memory again and again.
static void rma_await_requests(const struct win *win)
{
    do
        p2p_progress();
    while (rma_requests_under_way(win));
}

#if CHAN_READS_MEMORY
static void rma_await_counter(unsigned counter)
{
    while (!chan_counter_idle(counter))
        p2p_progress();
}

static void rma_await_transfers(const struct win *win, int target)
{
    rma_await_counter(chan_counter_of(p2p_node(win->comm, target)));
    rma_await_requests(win);
}

static void rma_await_all_transfers(const struct win *win)
{
    for (unsigned counter = 0; counter < CHAN_NODE_COUNTERS; counter++)
        rma_await_counter(counter);
    rma_await_requests(win);
}
#else
static void rma_await_transfers(const struct win *win, int target)
{
    (void)target;
    rma_await_requests(win);
}

static void rma_await_all_transfers(const struct win *win)
{
    rma_await_requests(win);
}
#endif

void rma_complete(struct win *win, int target)
{
    const struct rma_peer *peer = &win->peers[target];
    rma_await_transfers(win, target);
    while (peer->under_way != 0)
        p2p_progress();
}

void rma_complete_all(struct win *win)
{
    rma_await_all_transfers(win);
    while (win->under_way != 0)
        p2p_progress();
}

// Data that go out by message have been copied.
void rma_complete_here(struct win *win, int target)
{
    const struct rma_peer *peer = &win->peers[target];
    rma_await_transfers(win, target);
    while (peer->fetching != 0)
        p2p_progress();
}

void rma_complete_all_here(struct win *win)
{
    rma_await_all_transfers(win);
    while (win->fetching != 0)
        p2p_progress();
}

int rma_outcome(const char *function, struct win *win)
{
    int error = win->error;
    win->error = MPI_SUCCESS;
    if (error == MPI_SUCCESS)
        return error;
    return win_error(win, error, "%s: an operation on memory that its target has not attached to this window", function);
}
