// Rendezvous where no node reads another's memory: the receiver answers a request to send with a clear to send. If its buffer
// is where transfers reach it, the message is put there, and the hardware tells both sides when it is complete, so that no
// packet ends the transfer (Katsamani 2010 §4.2.5); else it comes in packets, in order with everything else between the two.
#include "p2p/internal.h"

#if !CHAN_READS_MEMORY

static struct p2p_request *p2p_request_at(uint64_t address)
{
    return (struct p2p_request *)(uintptr_t)address;
}

// Receives whose message is put into their buffer, and sends whose message is being put.
static struct p2p_request *p2p_filled[CHAN_FLAGS], *p2p_putting[CHAN_PUTS];
static unsigned p2p_filled_count, p2p_putting_count;

void p2p_fill(struct p2p_request *request)
{
    p2p_filled[p2p_filled_count++] = request;
    p2p_state.outstanding++;
}

// Tells the sender how much of its message is wanted: all of it that fits, or nothing at all.
void p2p_fetch(struct p2p_request *request, size_t node, int flag, const struct p2p_rts *rts)
{
    size_t wanted = p2p_smaller(request->arrived, request->bytes);
    flag = wanted != 0 && chan_reaches(request->buffer, wanted) ? chan_flag_take() : -1;
    request->flag = flag;
    if (flag >= 0)
        p2p_fill(request);
    struct p2p_request *clear = p2p_request_new();
    clear->kind = P2P_CLEAR;
    clear->node = node;
    clear->cookie = rts->cookie;
    clear->remote = (uintptr_t)request;
    clear->buffer = request->buffer;
    clear->flag = flag;
    clear->bytes = wanted;
    p2p_send_in_order(clear);
    if (wanted == 0)
        p2p_complete_receive(request);
}

static enum chan_status p2p_push_clear(struct p2p_request *request)
{
    if (!chan_takes(request->node))
        return CHAN_NO_RESOURCE;
    bool is_put = request->flag >= 0;
    struct p2p_cts cts = {.cookie = request->cookie,
                          .bytes = request->bytes,
                          .receiver = request->remote,
                          .address = is_put ? (uintptr_t)request->buffer : 0,
                          .flag = request->flag};
    chan_send_apart(request->node, 0, p2p_head(P2P_CTS, sizeof cts, p2p_state.origin), &cts, sizeof cts);
    p2p_request_free(request);
    return CHAN_OK;
}

void p2p_arrive_cts(const struct chan_packet *packet)
{
    const struct p2p_cts *cts = (const struct p2p_cts *)packet->payload;
    struct p2p_request *request = p2p_request_at(cts->cookie);
    request->bytes = cts->bytes;
    request->done = request->bytes == 0;
    if (request->done)
        return;
    request->kind = cts->address != 0 ? P2P_PUT : P2P_CLEARED;
    request->cookie = cts->receiver;
    request->remote = cts->address;
    request->flag = cts->flag;
    p2p_send_in_order(request);
}

static bool p2p_push_first(struct p2p_request *request)
{
    if (!chan_takes(request->node))
        return false;
    struct {
        struct p2p_data head;
        unsigned char beginning[CHAN_MAX_PAYLOAD - sizeof(struct p2p_data)];
    } data = {.head = {request->cookie, request->bytes}};
    size_t bytes = p2p_smaller(request->bytes, sizeof data.beginning);
    memcpy(data.beginning, request->buffer, bytes);
    chan_send_apart(request->node, 0, p2p_head(P2P_DATA, bytes, p2p_state.origin), &data, sizeof data.head + bytes);
    request->begun = true;
    request->moved = bytes;
    return true;
}

static enum chan_status p2p_push_message(struct p2p_request *request)
{
    if (!request->begun && !p2p_push_first(request))
        return CHAN_NO_RESOURCE;
    while (request->moved < request->bytes) {
        if (!chan_takes(request->node))
            return CHAN_NO_RESOURCE;
        size_t bytes = p2p_smaller(request->bytes - request->moved, CHAN_MAX_PAYLOAD);
        uint64_t head = p2p_head(P2P_CONTINUE, bytes, p2p_state.origin);
        chan_send_apart(request->node, 0, head, request->buffer + request->moved, bytes);
        request->moved += bytes;
    }
    request->done = true;
    return CHAN_OK;
}

static enum chan_status p2p_push_put(struct p2p_request *request)
{
    int put = chan_put_take();
    if (put < 0)
        return CHAN_NO_RESOURCE;
    request->put = put;
    p2p_putting[p2p_putting_count++] = request;
    p2p_state.outstanding++;
    chan_put_start(put, request->node, request->remote, request->buffer, request->bytes, request->flag);
    return CHAN_OK;
}

enum chan_status p2p_push_cleared(struct p2p_request *request)
{
    switch (request->kind) {
    case P2P_CLEAR:
        return p2p_push_clear(request);
    case P2P_PUT:
        return p2p_push_put(request);
    default:
        return p2p_push_message(request);
    }
}

bool p2p_puts_ready(void)
{
    for (unsigned i = 0; i < p2p_filled_count; i++) {
        if (chan_flag_raised(p2p_filled[i]->flag))
            return true;
    }
    for (unsigned i = 0; i < p2p_putting_count; i++) {
        if (chan_put_done(p2p_putting[i]->put))
            return true;
    }
    return false;
}

static void p2p_end_filled(unsigned index)
{
    struct p2p_request *request = p2p_filled[index];
    p2p_filled[index] = p2p_filled[--p2p_filled_count];
    p2p_state.outstanding--;
    chan_flag_give_back(request->flag);
    p2p_complete_receive(request);
}

static void p2p_end_putting(unsigned index)
{
    struct p2p_request *request = p2p_putting[index];
    p2p_putting[index] = p2p_putting[--p2p_putting_count];
    p2p_state.outstanding--;
    chan_put_give_back(request->put);
    request->done = true;
}

void p2p_puts_advance(void)
{
    for (unsigned i = p2p_filled_count; i-- > 0;) {
        if (chan_flag_raised(p2p_filled[i]->flag))
            p2p_end_filled(i);
    }
    for (unsigned i = p2p_putting_count; i-- > 0;) {
        if (chan_put_done(p2p_putting[i]->put))
            p2p_end_putting(i);
    }
}

#endif
