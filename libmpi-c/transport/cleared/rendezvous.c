// Rendezvous if no node reads another's memory. If transfers reach both buffers, the receiver may read the message at once.
// Else it answers the request to send with a clear to send. If transfers reach its buffer, the sender puts the message there.
// In both cases the hardware tells both sides when the transfer is complete, so no packet ends it (Katsamani 2010 §4.2.5). All
// other messages come piece by piece by the receiver's landings. If these are in use, they come in packets, in order with all
// other packets between the two.
#include "transport/transport.h"

static struct p2p_request *rendezvous_request_at(uint64_t address)
{
    return (struct p2p_request *)(uintptr_t)address;
}

// Flagged: requests whose flag a transfer of the other node raises (receives that are put into, sends that are read).
// Putting: requests that perform a transfer here (sends that put, reads for a receive).
static struct p2p_request *rendezvous_flagged[CHAN_FLAGS + 1], *rendezvous_putting[CHAN_PUTS];
static unsigned rendezvous_flagged_count, rendezvous_putting_count;

// The receive whose message comes by the landings.
static struct p2p_request *rendezvous_landing;

void rendezvous_watch_flag(struct p2p_request *request)
{
    rendezvous_flagged[rendezvous_flagged_count++] = request;
    p2p_state.outstanding++;
}

static void rendezvous_flag_unwatch(unsigned index)
{
    chan_flag_give_back(rendezvous_flagged[index]->transport.flag);
    rendezvous_flagged[index] = rendezvous_flagged[--rendezvous_flagged_count];
    p2p_state.outstanding--;
}

static void rendezvous_read(struct p2p_request *request, size_t node, int flag, const struct p2p_rts *rts, size_t wanted)
{
    struct p2p_request *read = p2p_request_new();
    read->kind = P2P_READ;
    read->node = node;
    read->transport.cookie = (uintptr_t)request;
    read->transport.remote = rts->address;
    read->buffer = request->buffer;
    read->bytes = wanted;
    read->transport.flag = flag;
    p2p_send_in_order(read);
}

// Reads the message, or tells the sender how many bytes are wanted: all that fit, or none.
void transport_fetch(struct p2p_request *request, size_t node, int flag, const struct p2p_rts *rts)
{
    size_t wanted = p2p_smaller(request->arrived, request->bytes);
    bool reaches = wanted != 0 && chan_reaches(request->buffer, wanted);
    if (reaches && rts->address != 0) {
        rendezvous_read(request, node, flag, rts, wanted);
        return;
    }
    flag = reaches ? chan_flag_take() : wanted != 0 && chan_landing_take(wanted) ? RENDEZVOUS_LANDS : -1;
    request->transport.flag = flag;
    request->node = node;
    request->moved = 0;
    if (flag == RENDEZVOUS_LANDS) {
        rendezvous_landing = request;
        p2p_state.outstanding++;
    } else if (flag >= 0) {
        rendezvous_watch_flag(request);
    }
    packet_clear(request, node, flag, rts, wanted);
}

static enum chan_status rendezvous_push_clear(struct p2p_request *request)
{
    if (!chan_takes(request->node))
        return CHAN_NO_RESOURCE;
    bool is_put = request->transport.flag >= 0 && request->transport.flag != RENDEZVOUS_LANDS;
    p2p_word place = is_put ? (uintptr_t)request->buffer : request->transport.remote;
    uint64_t head = packet_head(PACKET_CTS, request->transport.flag >= 0 ? request->transport.flag : PACKET_NO_FLAG);
    chan_send_out_of_line(request->node, rendezvous_clear_words(request->transport.cookie, request->bytes), head, &place, sizeof place);
    p2p_request_free(request);
    return CHAN_OK;
}

void rendezvous_forget(const struct p2p_request *request)
{
    for (unsigned i = rendezvous_flagged_count; i-- > 0;) {
        if (rendezvous_flagged[i] == request)
            rendezvous_flag_unwatch(i);
    }
}

static void rendezvous_arrive_cts(const struct chan_packet *packet)
{
    struct p2p_request *request = rendezvous_request_at((p2p_word)packet->head[0]);
    size_t flag = packet_head_length(packet->head[1]);
    rendezvous_forget(request);
    request->bytes = packet->head[0] >> 32;
    request->done = request->bytes == 0;
    if (request->done)
        return;
    request->kind = flag == PACKET_NO_FLAG ? P2P_CLEARED : flag == RENDEZVOUS_LANDS ? P2P_LAND : P2P_PUT;
    request->transport.cookie = request->transport.remote = *(const p2p_word *)packet->payload;
    request->transport.flag = flag;
    p2p_send_in_order(request);
}

static bool rendezvous_push_first(struct p2p_request *request)
{
    if (!chan_takes(request->node))
        return false;
    struct {
        struct rendezvous_data head;
        unsigned char beginning[CHAN_MAX_PAYLOAD - sizeof(struct rendezvous_data)];
    } data = {.head = {request->transport.cookie, request->bytes}};
    size_t bytes = p2p_smaller(request->bytes, sizeof data.beginning);
    memcpy(data.beginning, request->buffer, bytes);
    chan_send_out_of_line(request->node, 0, packet_head(PACKET_DATA, bytes), &data, sizeof data.head + bytes);
    request->begun = true;
    request->moved = bytes;
    return true;
}

static enum chan_status rendezvous_push_message(struct p2p_request *request)
{
    if (!request->begun && !rendezvous_push_first(request))
        return CHAN_NO_RESOURCE;
    return packet_push_rest(request, 0);
}

static enum chan_status rendezvous_push_landing(struct p2p_request *request)
{
    while (request->moved < request->bytes) {
        if (!chan_land_ready(request->node))
            return CHAN_NO_RESOURCE;
        request->moved += chan_land(request->node, request->moved, request->buffer + request->moved,
                                    request->bytes - request->moved);
    }
    request->done = true;
    return CHAN_OK;
}

static enum chan_status rendezvous_push_put(struct p2p_request *request)
{
    bool in_ring = CHAN_FIN_IN_RING && request->kind == P2P_PUT && request->transport.flag == CHAN_RING_FLAG;
    if (in_ring && !chan_takes(request->node))
        return CHAN_NO_RESOURCE;
    int put = chan_put_take();
    if (put < 0)
        return CHAN_NO_RESOURCE;
    request->transport.put = put;
    rendezvous_putting[rendezvous_putting_count++] = request;
    p2p_state.outstanding++;
    if (request->kind == P2P_READ)
        chan_get_direct(put, request->node, request->transport.remote, request->buffer, request->bytes, request->transport.flag);
    else
        chan_put_start(put, request->node, request->transport.remote, request->buffer, request->bytes, request->transport.flag);
    if (in_ring)
        chan_skip(request->node);
    return CHAN_OK;
}

enum chan_status rendezvous_push(struct p2p_request *request)
{
    switch (request->kind) {
    case P2P_CLEAR:
        return rendezvous_push_clear(request);
    case P2P_PUT:
    case P2P_READ:
        return rendezvous_push_put(request);
    case P2P_LAND:
        return rendezvous_push_landing(request);
    default:
        return rendezvous_push_message(request);
    }
}

bool rendezvous_puts_ready(void)
{
    for (unsigned i = 0; i < rendezvous_flagged_count; i++) {
        if (chan_flag_raised(rendezvous_flagged[i]->transport.flag))
            return true;
    }
    for (unsigned i = 0; i < rendezvous_putting_count; i++) {
        if (chan_put_done(rendezvous_putting[i]->transport.put))
            return true;
    }
    return rendezvous_landing != NULL && chan_landing_ready();
}

static void rendezvous_empty_landing(void)
{
    struct p2p_request *request = rendezvous_landing;
    request->moved += chan_landing_empty(request->node, request->buffer + request->moved);
    if (request->moved == p2p_smaller(request->arrived, request->bytes)) {
        rendezvous_landing = NULL;
        p2p_state.outstanding--;
        p2p_complete_receive(request);
    }
}

static void rendezvous_end_flagged(unsigned index)
{
    struct p2p_request *request = rendezvous_flagged[index];
    rendezvous_flag_unwatch(index);
    if (request->kind == P2P_RECEIVE)
        p2p_complete_receive(request);
    else
        request->done = true;
}

static void rendezvous_end_putting(unsigned index)
{
    struct p2p_request *request = rendezvous_putting[index];
    rendezvous_putting[index] = rendezvous_putting[--rendezvous_putting_count];
    p2p_state.outstanding--;
    chan_put_give_back(request->transport.put);
    if (request->kind == P2P_READ) {
        p2p_complete_receive(rendezvous_request_at(request->transport.cookie));
        p2p_request_free(request);
    } else {
        request->done = true;
    }
}

void rendezvous_puts_advance(void)
{
    for (unsigned i = rendezvous_flagged_count; i-- > 0;) {
        if (chan_flag_raised(rendezvous_flagged[i]->transport.flag))
            rendezvous_end_flagged(i);
    }
    for (unsigned i = rendezvous_putting_count; i-- > 0;) {
        if (chan_put_done(rendezvous_putting[i]->transport.put))
            rendezvous_end_putting(i);
    }
    while (rendezvous_landing != NULL && chan_landing_ready())
        rendezvous_empty_landing();
}

// The first packet of a cleared message has come. Its receive is known.
static void rendezvous_arrive_data(const struct chan_packet *packet)
{
    const struct rendezvous_data *data = (const struct rendezvous_data *)packet->payload;
    struct p2p_request *request = rendezvous_request_at(data->receiver);
    struct transport_peer *peer = &p2p_state.peer[packet_head_node(packet->head[1])].transport;
    *peer = (struct transport_peer){request->buffer, request->bytes, data->bytes, request, NULL};
    packet_continue(peer, packet->payload + sizeof *data, p2p_smaller(data->bytes, CHAN_MAX_PAYLOAD - sizeof *data));
}

bool rendezvous_arrive(const struct chan_packet *packet)
{
    switch (packet_head_kind(packet->head[1])) {
    case PACKET_CTS:
        rendezvous_arrive_cts(packet);
        return true;
    case PACKET_DATA:
        rendezvous_arrive_data(packet);
        return true;
    default:
        return false;
    }
}
