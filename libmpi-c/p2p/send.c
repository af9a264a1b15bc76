// Sending: eager messages packet by packet, requests to send, and the sends that wait for the channel.
#include "p2p/direct.h"

// Nodes that sends wait for, each once, served in turn.
static struct p2p_peer *p2p_waiting_last;

static size_t p2p_peer_node(const struct p2p_peer *peer)
{
    return peer - p2p_state.peer;
}

#if !CHAN_STREAMS

// The first packet of a message that needs several.
static bool p2p_push_first(struct p2p_request *request)
{
    if (!chan_takes(request->node))
        return false;
    P2P_MARK_SENDING("eager", request->key, request->node, request->bytes);
    uint64_t head = p2p_head(P2P_EAGER, request->bytes, p2p_state.origin);
    chan_send_out_of_line(request->node, request->key, head, request->buffer, CHAN_MAX_PAYLOAD);
    request->begun = true;
    request->moved = CHAN_MAX_PAYLOAD;
    return true;
}

static enum chan_status p2p_push_eager(struct p2p_request *request)
{
    if (!request->begun && !p2p_push_first(request))
        return CHAN_NO_RESOURCE;
    while (request->moved < request->bytes) {
        if (!chan_takes(request->node))
            return CHAN_NO_RESOURCE;
        size_t bytes = p2p_smaller(request->bytes - request->moved, CHAN_MAX_PAYLOAD);
        uint64_t head = p2p_head(P2P_CONTINUE, bytes, p2p_state.origin);
        chan_send_out_of_line(request->node, request->key, head, request->buffer + request->moved, bytes);
        request->moved += bytes;
    }
    request->done = true;
    return CHAN_OK;
}

static enum chan_status p2p_push_short(struct p2p_request *request)
{
    if (!chan_takes(request->node))
        return CHAN_NO_RESOURCE;
    P2P_MARK_SENDING("short", request->key, request->node, request->bytes);
    uint64_t head = p2p_head(P2P_SHORT, request->bytes, p2p_state.origin);
    chan_send_out_of_line(request->node, request->key, head, request->buffer, request->bytes);
    request->done = true;
    return CHAN_OK;
}

// The receiver raises the sender's flag when it has the message. Without a flag it answers with a packet, because a
// send must not wait here for other sends to be received.
static enum chan_status p2p_push_rts(struct p2p_request *request)
{
    if (!chan_takes(request->node))
        return CHAN_NO_RESOURCE;
    p2p_touch(request->buffer, request->bytes);
#if CHAN_READS_MEMORY
    request->flag = chan_flag_take();
    uintptr_t address = (uintptr_t)request->buffer;
#else
    bool is_read = CHAN_READS_SCRATCHPAD && request->bytes != 0 && chan_reaches(request->buffer, request->bytes);
    request->flag = is_read ? chan_flag_take() : -1;
    uintptr_t address = request->flag >= 0 ? (uintptr_t)request->buffer : 0;
#endif
    struct p2p_rts rts = {.bytes = request->bytes, .cookie = (uintptr_t)request, .address = address};
    uint64_t head = p2p_head(P2P_RTS, request->flag < 0 ? P2P_NO_FLAG : request->flag, p2p_state.origin);
    P2P_MARK_SENDING("rendezvous", request->key, request->node, request->bytes);
    chan_send_out_of_line(request->node, request->key, head, &rts, sizeof rts);
    if (request->flag >= 0)
        p2p_flag_watch(request);
    return CHAN_OK;
}

static enum chan_status p2p_push_fin(struct p2p_request *request)
{
    if (!chan_takes(request->node))
        return CHAN_NO_RESOURCE;
    uint64_t head = p2p_head(P2P_FIN, sizeof request->cookie, p2p_state.origin);
    chan_send_out_of_line(request->node, 0, head, &request->cookie, sizeof request->cookie);
    p2p_request_free(request);
    return CHAN_OK;
}

// Hands as much of `request` to the channel as that takes. CHAN_OK: all of it, and `request` may be gone.
static enum chan_status p2p_push(struct p2p_request *request)
{
    if (request->kind == P2P_FINISH)
        return p2p_push_fin(request);
#if !CHAN_READS_MEMORY
    if (request->kind >= P2P_CLEAR)
        return p2p_push_cleared(request);
#endif
    if (request->kind == P2P_SYNCHRONOUS_SEND || p2p_is_long(request->buffer, request->bytes))
        return p2p_push_rts(request);
    return request->bytes <= CHAN_MAX_PAYLOAD ? p2p_push_short(request) : p2p_push_eager(request);
}

#endif

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

// Sends in order behind those that already wait for the same node.
#if CHAN_READS_MEMORY
static
#endif
void p2p_send_in_order(struct p2p_request *request)
{
    struct p2p_peer *peer = &p2p_state.peer[request->node];
    if (peer->first != NULL || p2p_push(request) != CHAN_OK)
        p2p_defer(peer, request);
}

#if !CHAN_STREAMS
void p2p_send_fin(size_t node, uint64_t cookie)
{
    struct p2p_request *request = p2p_request_new();
    request->kind = P2P_FINISH;
    request->node = node;
    request->cookie = cookie;
    p2p_send_in_order(request);
}
#endif

bool p2p_sends_waiting(void)
{
    return p2p_state.waiting_first != NULL;
}

// Can the first send that waits for a node go on?
static bool p2p_can_go(const struct p2p_peer *peer)
{
#if !CHAN_READS_MEMORY && !CHAN_STREAMS
    if (peer->first->kind == P2P_LAND)
        return chan_land_ready(p2p_peer_node(peer));
#endif
    return chan_ready(p2p_peer_node(peer));
}

bool p2p_sends_ready(void)
{
    for (struct p2p_peer *peer = p2p_state.waiting_first; peer != NULL; peer = peer->next_waiting) {
        if (p2p_can_go(peer))
            return true;
    }
    return false;
}

// Pushes the sends of the first node in the list, which then is served or goes to the end.
static void p2p_serve_first(void)
{
    struct p2p_peer *peer = p2p_state.waiting_first;
    p2p_state.waiting_first = peer->next_waiting;
    while (peer->first != NULL) {
        struct p2p_request *request = peer->first;
        struct p2p_request *next = request->next;
        if (p2p_push(request) != CHAN_OK) {
            p2p_waiting_append(peer);
            return;
        }
        peer->first = next;
    }
    p2p_state.outstanding--;
}

// Once round the list, or until the command buffers are used up; then the next node comes first next time.
void p2p_sends_advance(void)
{
    struct p2p_peer *last = p2p_waiting_last;
    for (bool more = p2p_state.waiting_first != NULL; more && chan_command_free();) {
        more = p2p_state.waiting_first != last;
        p2p_serve_first();
    }
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
    return p2p_send_now(comm, context, buffer, bytes, dest, tag);
}

void p2p_send(const struct p2p_comm *comm, enum p2p_context context, const void *buffer, size_t bytes, int dest,
              int tag)
{
#if !CHAN_READS_MEMORY
    if (p2p_is_long(buffer, bytes)) {
        p2p_send_long(comm, context, buffer, bytes, dest, tag);
        return;
    }
#endif
    if (p2p_send_at_once(comm, context, buffer, bytes, dest, tag))
        return;
    struct p2p_request request;
    p2p_send_start(&request, P2P_SEND, comm, context, buffer, bytes, dest, tag);
    p2p_wait(&request);
}
