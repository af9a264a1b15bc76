// Packets about a rendezvous that carry only a cookie: it is over; the sender withdraws its message; the message is withdrawn.
//
// A cancelled send sends PACKET_WITHDRAW, which comes after its request to send. If the message is unexpected at the receiver, the receiver
// deletes it and answers PACKET_WITHDRAWN. If it has met a receive, or MPI_Mprobe has taken it, there is no answer: the end of the rendezvous
// is one. A reused cookie cannot be meant, because its request to send comes later.
#include "transport/transport.h"

static const enum packet_kind packet_kind_of[] = {PACKET_FIN, PACKET_WITHDRAW, PACKET_WITHDRAWN};

enum chan_status packet_push_told(struct p2p_request *request)
{
    if (!chan_takes(request->node))
        return CHAN_NO_RESOURCE;
    uint64_t head = packet_head(packet_kind_of[request->kind - P2P_FINISH], sizeof request->transport.cookie);
    chan_send_out_of_line(request->node, 0, head, &request->transport.cookie, sizeof request->transport.cookie);
    p2p_request_free(request);
    return CHAN_OK;
}

void packet_tell(enum p2p_kind kind, size_t node, uint64_t cookie)
{
    struct p2p_request *request = p2p_request_new();
    request->kind = kind;
    request->node = node;
    request->transport.cookie = cookie;
    p2p_send_in_order(request);
}

void transport_withdraw(struct p2p_request *request)
{
    packet_tell(P2P_WITHDRAW, request->node, (uintptr_t)request);
}

static void packet_arrive_withdraw(size_t node, p2p_word cookie)
{
    if (host_withdraw(node, cookie))
        packet_tell(P2P_WITHDRAWN, node, cookie);
}

void packet_arrive_told(const struct chan_packet *packet)
{
    p2p_word cookie = *(const p2p_word *)packet->payload;
    struct p2p_request *request = (struct p2p_request *)(uintptr_t)cookie;
    switch (packet_head_kind(packet->head[1])) {
    case PACKET_WITHDRAW:
        packet_arrive_withdraw(packet_head_node(packet->head[1]), cookie);
        break;
    case PACKET_WITHDRAWN:
        rendezvous_forget(request);
        p2p_cancelled(request);
        break;
    default:
        request->done = true;
        break;
    }
}
