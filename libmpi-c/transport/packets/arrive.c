// Handles each packet that arrives.
#include "transport/transport.h"

static const char packet_no_memory[] = "MPI: no memory left for messages that arrived before their receive";

static struct p2p_unexpected *packet_unexpected_new(const struct chan_packet *packet, size_t node, size_t bytes,
                                                 bool rendezvous)
{
    size_t data_bytes = rendezvous ? 0 : bytes;
    struct p2p_unexpected *unexpected = p2p_allocate(sizeof *unexpected + data_bytes, packet_no_memory);
    unexpected->match.key = packet->head[0];
    unexpected->node = node;
    unexpected->bytes = bytes;
    unexpected->rendezvous = rendezvous;
    match_keep(&unexpected->match);
    P2P_MARK_UNEXPECTED(unexpected, packet);
    return unexpected;
}

static void packet_arrive_short(const struct chan_packet *packet)
{
    uint64_t key = packet->head[0], head = packet->head[1];
    size_t bytes = packet_head_length(head);
    struct p2p_request *request = p2p_request_of(match_take_posted(key));
    if (request == NULL) {
        memcpy(packet_unexpected_new(packet, packet_head_node(head), bytes, false)->data, packet->payload, bytes);
        return;
    }
    P2P_MARK_MATCHED(request, packet);
    p2p_envelope_into(request, key, bytes);
    chan_copy_out(request->buffer, packet->payload, p2p_smaller(bytes, request->bytes));
    p2p_complete_receive(request);
}

void packet_continue(struct transport_peer *peer, const unsigned char *payload, size_t bytes)
{
    size_t fits = p2p_smaller(bytes, peer->room);
    memcpy(peer->to, payload, fits);
    peer->to += fits;
    peer->room -= fits;
    peer->left -= bytes;
    if (peer->left == 0) {
        if (peer->request != NULL)
            p2p_complete_receive(peer->request);
        peer->request = NULL;
        peer->unexpected = NULL;
    }
}

static void packet_arrive_eager(const struct chan_packet *packet)
{
    uint64_t key = packet->head[0], head = packet->head[1];
    size_t node = packet_head_node(head), bytes = packet_head_length(head);
    struct p2p_request *request = p2p_request_of(match_take_posted(key));
    struct transport_peer *peer = &p2p_state.peer[node].transport;
    if (request != NULL) {
        P2P_MARK_MATCHED(request, packet);
        p2p_envelope_into(request, key, bytes);
        *peer = (struct transport_peer){request->buffer, request->bytes, bytes, request, NULL};
    } else {
        struct p2p_unexpected *unexpected = packet_unexpected_new(packet, node, bytes, false);
        *peer = (struct transport_peer){unexpected->data, bytes, bytes, NULL, unexpected};
    }
    packet_continue(peer, packet->payload, CHAN_MAX_PAYLOAD);
}

static void packet_arrive_rts(const struct chan_packet *packet)
{
    uint64_t key = packet->head[0], head = packet->head[1];
    size_t node = packet_head_node(head), length = packet_head_length(head);
    int flag = length == PACKET_NO_FLAG ? -1 : (int)length;
    const struct p2p_rts *rts = (const struct p2p_rts *)packet->payload;
    struct p2p_request *request = p2p_request_of(match_take_posted(key));
    if (request != NULL) {
        P2P_MARK_MATCHED(request, packet);
        p2p_envelope_into(request, key, rts->bytes);
        transport_fetch(request, node, flag, rts);
    } else {
        struct p2p_unexpected *unexpected = packet_unexpected_new(packet, node, rts->bytes, true);
        unexpected->flag = flag;
        unexpected->rts = *rts;
        rendezvous_keep(unexpected, head);
    }
}

static __attribute__((noinline)) void packet_arrive_other(const struct chan_packet *packet)
{
    uint64_t head = packet->head[1];
    switch (packet_head_kind(head)) {
    case PACKET_EAGER:
        packet_arrive_eager(packet);
        break;
    case PACKET_CONTINUE:
        packet_continue(&p2p_state.peer[packet_head_node(head)].transport, packet->payload, packet_head_length(head));
        break;
    case PACKET_RTS:
        packet_arrive_rts(packet);
        break;
    default:
        if (!rendezvous_arrive(packet))
            packet_arrive_told(packet);
        break;
    }
}

#pragma weak packet_arrive
void packet_arrive(const struct chan_packet *packet)
{
    uint64_t head = packet->head[1];
    if (__builtin_expect(packet_head_kind(head) == PACKET_SHORT, 1)) {
        packet_arrive_short(packet);
    } else if (rendezvous_ends(head)) {
        return;
    } else {
        packet_arrive_other(packet);
    }
    chan_release(packet_head_node(head));
}

void packet_arrive_known(const struct chan_packet *packet) __attribute__((alias("packet_arrive")));

// Gives an unexpected eager message, which may still be arriving, to a receive.
void transport_receive_eager(struct p2p_request *request, struct p2p_unexpected *unexpected)
{
    struct transport_peer *peer = &p2p_state.peer[unexpected->node].transport;
    bool arriving = peer->unexpected == unexpected;
    size_t here = arriving ? unexpected->bytes - peer->left : unexpected->bytes;
    size_t fits = p2p_smaller(here, request->bytes);
    memcpy(request->buffer, unexpected->data, fits);
    if (arriving)
        *peer = (struct transport_peer){request->buffer + fits, request->bytes - fits, peer->left, request, NULL};
    else
        p2p_complete_receive(request);
}
