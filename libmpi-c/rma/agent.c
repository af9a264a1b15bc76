// The agent of a window: takes one request after another and answers it. It has room for few answers. While all of them are on
// their way, it takes no request.
#include <string.h>

#include "rma/rma.h"

struct rma_reply {
    struct p2p_request send;
    struct rma_wire wire;
};

static struct rma_reply *rma_replies;

static struct rma_reply *rma_free_reply(void)
{
    for (unsigned i = 0; i < RMA_ANSWERS; i++) {
        if (rma_replies[i].send.done)
            return &rma_replies[i];
    }
    return NULL;
}

bool rma_can_answer(void)
{
    return rma_free_reply() != NULL;
}

struct rma_wire *rma_answer_new(void)
{
    struct rma_wire *answer = &rma_free_reply()->wire;
    answer->head = (struct rma_head){.error = MPI_SUCCESS};
    return answer;
}

void rma_answer(struct win *win, int origin, unsigned tag, struct rma_wire *answer, size_t bytes)
{
    struct rma_reply *reply = (struct rma_reply *)((char *)answer - offsetof(struct rma_reply, wire));
    p2p_send_start(&reply->send, P2P_SEND, win->comm, P2P_USER, answer, sizeof answer->head + bytes, origin, tag);
}

static void rma_agent_listen(struct win *win)
{
    p2p_receive_start(&win->receive, win->comm, P2P_USER, win->request, sizeof *win->request, MPI_ANY_SOURCE,
                      RMA_REQUEST_TAG);
}

static const struct win *rma_win_of(const struct p2p_agent *agent)
{
    return (const struct win *)((const char *)agent - offsetof(struct win, agent));
}

static bool rma_agent_ready(const struct p2p_agent *agent)
{
    const struct win *win = rma_win_of(agent);
    return (win->receive.done && !win->stopped && rma_can_answer()) || rma_lock_ready(win);
}

static void rma_agent_serve(struct win *win)
{
    int origin = win->receive.source;
    unsigned kind = win->request->head.kind, tag = win->request->head.tag;
    struct rma_wire *answer = rma_answer_new();
    size_t bytes = rma_serve(win, origin, win->request, answer);
    if (kind != RMA_LOCK && kind != RMA_STOP)
        rma_answer(win, origin, tag, answer, bytes);
    if (!win->stopped)
        rma_agent_listen(win);
}

static void rma_agent_advance(struct p2p_agent *agent)
{
    struct win *win = (struct win *)rma_win_of(agent);
    if (win->receive.done && !win->stopped && rma_can_answer())
        rma_agent_serve(win);
    rma_lock_grant(win);
}

static void rma_replies_make(void)
{
    rma_replies = p2p_allocate(RMA_ANSWERS * sizeof *rma_replies, "MPI: no memory for one-sided communication");
    memset(rma_replies, 0, RMA_ANSWERS * sizeof *rma_replies);
    for (unsigned i = 0; i < RMA_ANSWERS; i++)
        rma_replies[i].send.done = true;
}

void rma_agent_start(struct win *win)
{
    if (rma_replies == NULL)
        rma_replies_make();
    win->request = p2p_allocate(sizeof *win->request, "MPI: no memory for another window");
    win->first_waiter = RMA_NOBODY;
    win->agent = (struct p2p_agent){.ready = rma_agent_ready, .advance = rma_agent_advance};
    rma_agent_listen(win);
    p2p_agent_add(&win->agent);
}

// No other rank sends requests any more. This rank sends itself one, so that the posted receive ends.
void rma_agent_stop(struct win *win)
{
    struct rma_message *message = rma_message_new(win, win->comm->rank, RMA_STOP);
    rma_message_send(message);
    while (!win->stopped)
        p2p_progress();
    for (unsigned i = 0; i < RMA_ANSWERS; i++)
        p2p_wait(&rma_replies[i].send);
    p2p_agent_remove(&win->agent);
    p2p_free(win->request);
}
