// Rendezvous if the sender writes into the receiver's memory. The receiver answers the request to send with a clear to send, which
// contains the address. The sender writes the message there in pieces. A packet comes with the last piece and tells the receiver. If
// the message is not aligned as the hardware needs it, it goes in packets, each with its own address.
#include "transport/transport.h"

static struct p2p_request *rendezvous_leaving;
static uint32_t rendezvous_leaving_ticket;

static struct p2p_request *rendezvous_request_at(uint64_t address)
{
    return (struct p2p_request *)(uintptr_t)address;
}

// Tells the sender how many bytes are wanted, all that fit or none, and where they go.
void transport_fetch(struct p2p_request *request, size_t node, int flag, const struct p2p_rts *rts)
{
    size_t wanted = p2p_smaller(request->arrived, request->bytes);
    p2p_touch(request->buffer, wanted);
    packet_clear(request, node, flag, rts, wanted);
}

static enum chan_status rendezvous_push_clear(struct p2p_request *request)
{
    if (!chan_takes(request->node))
        return CHAN_NO_RESOURCE;
    struct rendezvous_clear clear = {request->transport.remote, (uintptr_t)request->buffer};
    uint64_t words = (uint64_t)request->bytes << 32 | (p2p_word)request->transport.cookie;
    chan_send_out_of_line(request->node, words, packet_head(PACKET_CTS, sizeof clear), &clear, sizeof clear);
    p2p_request_free(request);
    return CHAN_OK;
}

static void rendezvous_arrive_cts(const struct chan_packet *packet)
{
    const struct rendezvous_clear *clear = (const struct rendezvous_clear *)packet->payload;
    struct p2p_request *request = rendezvous_request_at((p2p_word)packet->head[0]);
    request->bytes = packet->head[0] >> 32;
    request->done = request->bytes == 0;
    if (request->done)
        return;
    request->transport.cookie = clear->receiver;
    request->transport.remote = clear->address;
    request->kind = chan_writes(clear->address, request->buffer) ? P2P_PUT : P2P_CLEARED;
    p2p_send_in_order(request);
}

static uint64_t rendezvous_written_head(void)
{
    return chan_origin() | RENDEZVOUS_WRITTEN;
}

static enum chan_status rendezvous_push_write(struct p2p_request *request)
{
    while (request->moved < request->bytes) {
        if (!chan_takes(request->node))
            return CHAN_NO_RESOURCE;
        rendezvous_leaving_advance();
        size_t left = request->bytes - request->moved, bytes = p2p_smaller(left, CHAN_WRITE_MAX_BYTES);
        const unsigned char *from = request->buffer + request->moved;
        p2p_word to = request->transport.remote + request->moved;
        if (bytes != left)
            chan_write(request->node, to, from, bytes);
        else
            chan_write_packet(request->node, request->transport.cookie, rendezvous_written_head(), to, from, bytes);
        request->moved += bytes;
    }
    rendezvous_leaving = request;
    rendezvous_leaving_ticket = chan_state.given;
    p2p_state.outstanding++;
    return CHAN_OK;
}

// Sends an unaligned message packet by packet, then the packet that tells the receiver.
static enum chan_status rendezvous_push_packets(struct p2p_request *request)
{
    while (request->moved < request->bytes) {
        if (!chan_takes(request->node))
            return CHAN_NO_RESOURCE;
        size_t bytes = p2p_smaller(request->bytes - request->moved, CHAN_MAX_PAYLOAD);
        chan_send_out_of_line(request->node, request->transport.remote + request->moved, packet_head(PACKET_DATA, bytes),
                              request->buffer + request->moved, bytes);
        request->moved += bytes;
    }
    if (!chan_takes(request->node))
        return CHAN_NO_RESOURCE;
    chan_send_out_of_line(request->node, request->transport.cookie, rendezvous_written_head(), NULL, 0);
    request->done = true;
    return CHAN_OK;
}

enum chan_status rendezvous_push(struct p2p_request *request)
{
    switch (request->kind) {
    case P2P_CLEAR:
        return rendezvous_push_clear(request);
    case P2P_PUT:
        return rendezvous_push_write(request);
    default:
        return rendezvous_push_packets(request);
    }
}

bool rendezvous_leaving_ready(void)
{
    return rendezvous_leaving != NULL && chan_has_left(rendezvous_leaving_ticket);
}

void rendezvous_leaving_advance(void)
{
    if (!rendezvous_leaving_ready())
        return;
    rendezvous_leaving->done = true;
    rendezvous_leaving = NULL;
    p2p_state.outstanding--;
}

bool rendezvous_arrive(const struct chan_packet *packet)
{
    uint64_t head = packet->head[1];
    switch (packet_head_kind(head)) {
    case PACKET_CTS:
        rendezvous_arrive_cts(packet);
        return true;
    case PACKET_DATA:
        memcpy((void *)(uintptr_t)packet->head[0], packet->payload, packet_head_length(head));
        return true;
    case RENDEZVOUS_WRITTEN:
        p2p_complete_receive(rendezvous_request_at(packet->head[0]));
        return true;
    default:
        return false;
    }
}
