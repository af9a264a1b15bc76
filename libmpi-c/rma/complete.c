// Waiting until one-sided operations are done.
#include "rma/rma.h"

// Makes progress at least once: programs wait for writes of others by reading their own memory again and again.
static void rma_await_requests(const struct win *win)
{
    do
        p2p_progress();
    while (rma_requests_under_way(win));
}

void rma_complete(struct win *win, int target)
{
    const struct rma_peer *peer = &win->peers[target];
    rma_transfers_await(win, target);
    rma_await_requests(win);
    while (peer->under_way != 0)
        p2p_progress();
}

void rma_complete_all(struct win *win)
{
    rma_transfers_await_all();
    rma_await_requests(win);
    while (win->under_way != 0)
        p2p_progress();
}

// Does not wait for data sent by message: it has been copied.
void rma_complete_here(struct win *win, int target)
{
    const struct rma_peer *peer = &win->peers[target];
    rma_transfers_await(win, target);
    rma_await_requests(win);
    while (peer->fetching != 0)
        p2p_progress();
}

void rma_complete_all_here(struct win *win)
{
    rma_transfers_await_all();
    rma_await_requests(win);
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
