// Requests of this rank to the agents of others, and their answers.
#include <string.h>

#include "rma/rma.h"

static struct rma_message *rma_messages;              // all messages
static struct rma_message *rma_idle, *rma_active;
static struct p2p_agent rma_origin;

static bool rma_is_over(const struct rma_message *message)
{
    return message->send.done && (!message->answered || message->reply.done);
}

static bool rma_origin_ready(const struct p2p_agent *agent)
{
    (void)agent;
    for (const struct rma_message *message = rma_active; message != NULL; message = message->next) {
        if (rma_is_over(message))
            return true;
    }
    return rma_requests_ready();
}

// Handles the answer to a message.
static void rma_message_end(struct rma_message *message, const struct rma_wire *answer)
{
    struct win *win = message->win;
    if (answer->head.error != MPI_SUCCESS)
        win->error = answer->head.error;
    else if (message->result_bytes != 0)
        rma_cursor_write(&message->result, answer->body, message->result_bytes);
    rma_cursor_close(&message->result);
    if (message->request != NULL)
        rma_request_part_done(message->request);
}

static void rma_message_free(struct rma_message *message)
{
    message->next = rma_idle;
    rma_idle = message;
}

static void rma_message_answered(struct rma_message *message)
{
    struct rma_peer *peer = &message->win->peers[message->target];
    unsigned fetching = message->result_bytes != 0;
    peer->under_way--;
    peer->fetching -= fetching;
    message->win->under_way--;
    message->win->fetching -= fetching;
    rma_message_end(message, &message->wire);
}

static void rma_origin_advance(struct p2p_agent *agent)
{
    (void)agent;
    for (struct rma_message **link = &rma_active, *message; (message = *link) != NULL;) {
        if (!rma_is_over(message)) {
            link = &message->next;
            continue;
        }
        *link = message->next;
        if (message->answered)
            rma_message_answered(message);
        rma_message_free(message);
    }
    rma_requests_advance();
}

void rma_open(void)
{
    if (rma_messages == NULL) {
        rma_messages = p2p_allocate(RMA_MESSAGES * sizeof *rma_messages, "MPI: no memory for one-sided communication");
        memset(rma_messages, 0, RMA_MESSAGES * sizeof *rma_messages);
        for (unsigned i = RMA_MESSAGES; i-- > 0;)
            rma_message_free(&rma_messages[i]);
    }
    rma_transfers_open();
    rma_origin = (struct p2p_agent){.ready = rma_origin_ready, .advance = rma_origin_advance};
    p2p_agent_add(&rma_origin);
}

void rma_close(void)
{
    p2p_agent_remove(&rma_origin);
}

struct rma_message *rma_message_new(struct win *win, int target, enum rma_kind kind)
{
    while (rma_idle == NULL)
        p2p_progress();
    struct rma_message *message = rma_idle;
    rma_idle = message->next;
    message->win = win;
    message->target = target;
    message->answered = kind != RMA_STOP;
    message->result_bytes = 0;
    message->result.layout = NULL;
    message->request = NULL;
    message->wire.head = (struct rma_head){.kind = kind, .tag = RMA_ANSWER_TAG + (message - rma_messages)};
    return message;
}

static void rma_message_await(struct rma_message *message)
{
    struct win *win = message->win;
    struct rma_peer *peer = &win->peers[message->target];
    unsigned fetching = message->result_bytes != 0;
    peer->under_way++;
    peer->fetching += fetching;
    win->under_way++;
    win->fetching += fetching;
    // The answer comes long after the request is sent, so it may use the same memory.
    p2p_receive_start(&message->reply, win->comm, P2P_USER, &message->wire, sizeof message->wire, message->target,
                      message->wire.head.tag);
}

void rma_message_send(struct rma_message *message)
{
    struct rma_wire *wire = &message->wire;
    if (message->answered)
        rma_message_await(message);
    p2p_send_start(&message->send, P2P_SEND, message->win->comm, P2P_USER, wire, sizeof wire->head + wire->head.bytes,
                   message->target, RMA_REQUEST_TAG);
    if (!message->answered && message->send.done) {
        rma_message_free(message);
        return;
    }
    struct rma_message **end = &rma_active;
    while (*end != NULL)
        end = &(*end)->next;
    *end = message;
    message->next = NULL;
}

void rma_notice(struct win *win, int target, enum rma_kind kind)
{
    struct rma_message *message = rma_message_new(win, target, kind);
    if (target != win->comm->rank) {
        rma_message_send(message);
        return;
    }
    rma_serve(win, target, &message->wire, NULL);
    rma_message_free(message);
}

// Serves a request to this rank itself without a message.
static void rma_message_serve(struct rma_message *message)
{
    static struct rma_wire answer;
    answer.head.error = MPI_SUCCESS;
    rma_serve(message->win, message->target, &message->wire, &answer);
    rma_message_end(message, &answer);
    rma_message_free(message);
}

void rma_message_deliver(struct rma_message *message)
{
    if (message->target == message->win->comm->rank)
        rma_message_serve(message);
    else
        rma_message_send(message);
}
