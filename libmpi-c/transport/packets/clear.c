// The receiver's clear to send, for a rendezvous where the sender moves the message.
#include "transport/transport.h"

void packet_clear(struct p2p_request *receive, size_t node, int flag, const struct p2p_rts *rts, size_t wanted)
{
    struct p2p_request *clear = p2p_request_new();
    clear->kind = P2P_CLEAR;
    clear->node = node;
    clear->transport.cookie = rts->cookie;
    clear->transport.remote = (uintptr_t)receive;
    clear->transport.flag = flag;
    clear->buffer = receive->buffer;
    clear->bytes = wanted;
    p2p_send_in_order(clear);
    if (wanted == 0)
        p2p_complete_receive(receive);
}
