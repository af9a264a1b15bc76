// Sending by packets: eager messages packet by packet, and requests to send.
#include "transport/transport.h"

void transport_open(void)
{
}

// Sends the first packet of a message of several packets.
static bool packet_push_first(struct p2p_request *request)
{
    if (!chan_takes(request->node))
        return false;
    P2P_MARK_SENDING("eager", request->key, request->node, request->bytes);
    uint64_t head = packet_head(PACKET_EAGER, request->bytes);
    chan_send_out_of_line(request->node, request->key, head, request->buffer, CHAN_MAX_PAYLOAD);
    request->begun = true;
    request->moved = CHAN_MAX_PAYLOAD;
    return true;
}

enum chan_status packet_push_rest(struct p2p_request *request, uint64_t word)
{
    while (request->moved < request->bytes) {
        if (!chan_takes(request->node))
            return CHAN_NO_RESOURCE;
        size_t bytes = p2p_smaller(request->bytes - request->moved, CHAN_MAX_PAYLOAD);
        uint64_t head = packet_head(PACKET_CONTINUE, bytes);
        chan_send_out_of_line(request->node, word, head, request->buffer + request->moved, bytes);
        request->moved += bytes;
    }
    request->done = true;
    return CHAN_OK;
}

static enum chan_status packet_push_eager(struct p2p_request *request)
{
    if (!request->begun && !packet_push_first(request))
        return CHAN_NO_RESOURCE;
    return packet_push_rest(request, request->key);
}

// Not inlined, so that the fast path saves no registers for it.
__attribute__((noinline)) int transport_send_payload(const struct p2p_comm *comm, enum p2p_context context, const void *buffer,
                                                     size_t bytes, int dest, int tag)
{
    size_t node = p2p_node(comm, dest);
    uint64_t key = comm->key[context] | (uint32_t)tag;
    P2P_MARK_SENDING("short", key, node, bytes);
    chan_send(node, key, packet_head(PACKET_SHORT, bytes), buffer, bytes);
    return MPI_SUCCESS;
}

static enum chan_status packet_push_short(struct p2p_request *request)
{
    if (!chan_takes(request->node))
        return CHAN_NO_RESOURCE;
    P2P_MARK_SENDING("short", request->key, request->node, request->bytes);
    uint64_t head = packet_head(PACKET_SHORT, request->bytes);
    chan_send_out_of_line(request->node, request->key, head, request->buffer, request->bytes);
    request->done = true;
    return CHAN_OK;
}

// When the receiver has the message, it raises the sender's flag. Without a flag, it answers with a packet, because
// a send must not wait here until other sends are received.
static enum chan_status packet_push_rts(struct p2p_request *request)
{
    if (!chan_takes(request->node))
        return CHAN_NO_RESOURCE;
    p2p_touch(request->buffer, request->bytes);
    struct p2p_rts rts = {.bytes = request->bytes, .cookie = (uintptr_t)request, .address = rendezvous_offer(request)};
    uint64_t head = packet_head(PACKET_RTS, request->transport.flag < 0 ? PACKET_NO_FLAG : request->transport.flag);
    // Two calls, so that an instruction of its own follows each mark.
    uint64_t wish = rendezvous_wish(request);
    if (wish != 0) {
        P2P_MARK_SENDING("eager", request->key, request->node, request->bytes);
        chan_send_out_of_line(request->node, request->key, head | wish, &rts, sizeof rts);
    } else {
        P2P_MARK_SENDING("rendezvous", request->key, request->node, request->bytes);
        chan_send_out_of_line(request->node, request->key, head, &rts, sizeof rts);
    }
    if (request->transport.flag >= 0)
        rendezvous_watch_flag(request);
    return CHAN_OK;
}

enum chan_status transport_push(struct p2p_request *request)
{
    if (rendezvous_pushes(request))
        return rendezvous_push(request);
    if (request->kind >= P2P_FINISH)
        return packet_push_told(request);
    if (request->kind == P2P_SYNCHRONOUS_SEND || transport_is_long(request->buffer, request->bytes))
        return packet_push_rts(request);
    return request->bytes <= CHAN_MAX_PAYLOAD ? packet_push_short(request) : packet_push_eager(request);
}
