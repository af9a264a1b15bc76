// Locks of windows (MPI 5.0 §12.5.3): that of this rank's memory, given in the order of requests, and those of other ranks.
#include "rma/rma.h"

void rma_lock_ask(struct win *win, int origin, int type, unsigned tag)
{
    struct rma_peer *peer = &win->peers[origin];
    peer->wants = type;
    peer->tag = tag;
    peer->next = RMA_NOBODY;
    if (win->first_waiter == RMA_NOBODY)
        win->first_waiter = origin;
    else
        win->peers[win->last_waiter].next = origin;
    win->last_waiter = origin;
}

void rma_lock_give_back(struct win *win, int origin)
{
    struct rma_peer *peer = &win->peers[origin];
    if (peer->has == MPI_LOCK_EXCLUSIVE)
        win->exclusive = false;
    else
        win->sharers--;
    peer->has = 0;
}

bool rma_lock_ready(const struct win *win)
{
    int first = win->first_waiter;
    if (first == RMA_NOBODY || win->exclusive || (win->peers[first].wants == MPI_LOCK_EXCLUSIVE && win->sharers != 0))
        return false;
    return first == win->comm->rank || rma_can_answer();
}

void rma_lock_grant(struct win *win)
{
    while (rma_lock_ready(win)) {
        int origin = win->first_waiter;
        struct rma_peer *peer = &win->peers[origin];
        win->first_waiter = peer->next;
        peer->has = peer->wants;
        if (peer->has == MPI_LOCK_EXCLUSIVE)
            win->exclusive = true;
        else
            win->sharers++;
        if (origin != win->comm->rank)
            rma_answer(win, origin, peer->tag, rma_answer_new(), 0);
    }
}

static void rma_acquire_own(struct win *win, int type)
{
    struct rma_peer *own = &win->peers[win->comm->rank];
    rma_lock_ask(win, win->comm->rank, type, 0);
    rma_lock_grant(win);
    while (own->has == 0)
        p2p_progress();
}

void rma_acquire(struct win *win, int target, int type)
{
    struct rma_peer *peer = &win->peers[target];
    if (target == win->comm->rank) {
        rma_acquire_own(win, type);
    } else {
        struct rma_message *message = rma_message_new(win, target, RMA_LOCK);
        message->wire.head.argument = type;
        rma_message_send(message);
        while (peer->under_way != 0)
            p2p_progress();
    }
    peer->held = type;
}

void rma_release(struct win *win, int target)
{
    struct rma_peer *peer = &win->peers[target];
    if (peer->held != RMA_NO_CHECK)
        rma_notice(win, target, RMA_UNLOCK);
    peer->held = 0;
    rma_lock_grant(win);
}
