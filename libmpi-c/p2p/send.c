// Sending: the blocking forms, and sends that wait until the channel accepts them.
#include "transport/transport.h"

// Nodes that sends wait for. Each is listed once; they are served in turn.
static struct p2p_peer *p2p_waiting_last;

static void p2p_waiting_append(struct p2p_peer *peer)
{
    peer->next_waiting = NULL;
    if (p2p_state.waiting_first == NULL)
        p2p_state.waiting_first = peer;
    else
        p2p_waiting_last->next_waiting = peer;
    p2p_waiting_last = peer;
}

static void p2p_defer(struct p2p_peer *peer, struct p2p_request *request)
{
    request->next = NULL;
    if (peer->first != NULL) {
        peer->last->next = request;
    } else {
        peer->first = request;
        p2p_waiting_append(peer);
        p2p_state.outstanding++;
    }
    peer->last = request;
}

void p2p_send_in_order(struct p2p_request *request)
{
    struct p2p_peer *peer = &p2p_state.peer[request->node];
    if (peer->first != NULL || transport_push(request) != CHAN_OK)
        p2p_defer(peer, request);
}

bool p2p_sends_waiting(void)
{
    return p2p_state.waiting_first != NULL;
}

bool p2p_sends_ready(void)
{
    for (struct p2p_peer *peer = p2p_state.waiting_first; peer != NULL; peer = peer->next_waiting) {
        if (transport_can_push(peer->first))
            return true;
    }
    return false;
}

// Pushes the sends of the first node in the list. Then the node leaves the list, or moves to its end.
static void p2p_serve_first(void)
{
    struct p2p_peer *peer = p2p_state.waiting_first;
    p2p_state.waiting_first = peer->next_waiting;
    while (peer->first != NULL) {
        struct p2p_request *request = peer->first;
        struct p2p_request *next = request->next;
        if (transport_push(request) != CHAN_OK) {
            p2p_waiting_append(peer);
            return;
        }
        peer->first = next;
    }
    p2p_state.outstanding--;
}

// Serves each node once, or until no command buffer is free. Next time, the next node comes first.
void p2p_sends_advance(void)
{
    struct p2p_peer *last = p2p_waiting_last;
    for (bool more = p2p_state.waiting_first != NULL; more && chan_command_free();) {
        more = p2p_state.waiting_first != last;
        p2p_serve_first();
    }
}

// Takes a peer that no sends wait for out of the list.
static void p2p_waiting_remove(struct p2p_peer *peer)
{
    struct p2p_peer *before = NULL, *at = p2p_state.waiting_first;
    for (; at != peer; at = at->next_waiting)
        before = at;
    if (before == NULL)
        p2p_state.waiting_first = peer->next_waiting;
    else
        before->next_waiting = peer->next_waiting;
    if (p2p_waiting_last == peer)
        p2p_waiting_last = before;
    p2p_state.outstanding--;
}

// Takes a send out of the sends that wait for the channel.
static void p2p_take_back(struct p2p_peer *peer, struct p2p_request *before, struct p2p_request *request)
{
    if (before == NULL)
        peer->first = request->next;
    else
        before->next = request->next;
    if (peer->last == request)
        peer->last = before;
    if (peer->first == NULL)
        p2p_waiting_remove(peer);
    p2p_cancelled(request);
}

void p2p_cancel_send(struct p2p_request *request)
{
    if (request->done || (request->kind != P2P_SEND && request->kind != P2P_SYNCHRONOUS_SEND))
        return;
    struct p2p_peer *peer = &p2p_state.peer[request->node];
    struct p2p_request *before = NULL, *waiting = peer->first;
    for (; waiting != NULL && waiting != request; waiting = waiting->next)
        before = waiting;
    if (waiting == NULL)
        transport_withdraw(request);
    else if (!request->begun)
        p2p_take_back(peer, before, request);
}

void p2p_send_start(struct p2p_request *request, enum p2p_kind kind, const struct p2p_comm *comm,
                    enum p2p_context context, const void *buffer, size_t bytes, int dest, int tag)
{
    p2p_send_prepare(request, kind, comm, context, buffer, bytes, dest, tag);
    p2p_send_in_order(request);
}

__attribute__((noinline)) bool p2p_send_at_once(const struct p2p_comm *comm, enum p2p_context context, const void *buffer, size_t bytes,
                      int dest, int tag)
{
    enum p2p_sending sending = transport_send_now(comm, context, buffer, bytes, dest, tag);
    if (sending == P2P_SEND_PAYLOAD)
        transport_send_payload(comm, context, buffer, bytes, dest, tag);
    return sending != P2P_NOT_SENT;
}

__attribute__((noinline)) int p2p_send_generally(const struct p2p_comm *comm, enum p2p_context context, const void *buffer,
                                                 size_t bytes, int dest, int tag)
{
    struct p2p_request request;
    p2p_send_start(&request, P2P_SEND, comm, context, buffer, bytes, dest, tag);
    p2p_wait(&request);
    return MPI_SUCCESS;
}

void p2p_send(const struct p2p_comm *comm, enum p2p_context context, const void *buffer, size_t bytes, int dest,
              int tag)
{
    if (TRANSPORT_HAS_LONG_SENDS && transport_is_long(buffer, bytes)) {
        transport_send_long(comm, context, buffer, bytes, dest, tag);
        return;
    }
    if (!p2p_send_at_once(comm, context, buffer, bytes, dest, tag))
        p2p_send_generally(comm, context, buffer, bytes, dest, tag);
}
