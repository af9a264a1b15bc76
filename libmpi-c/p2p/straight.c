// The expected way of a blocking rendezvous between buffers that transfers reach: request to send, clear to send, put; with
// nothing else under way, so that each side waits for the next step alone. What comes otherwise is left to the others.
#include "p2p/direct.h"

#if !CHAN_READS_MEMORY

enum { P2P_LOOKS = 1000 };  // at a flag that another rank's program has a part in, before others are looked after again

static bool p2p_is_alone(void)
{
    return match_posted.first == NULL && p2p_state.outstanding == 0 && p2p_state.waiting_first == NULL;
}

bool p2p_send_straight(struct p2p_request *request)
{
    size_t node = request->node;
    if (!p2p_is_alone() || !chan_takes(node))
        return false;
    struct p2p_rts rts = {request->bytes, (uintptr_t)request->buffer, (uintptr_t)request};
    P2P_MARK_SENDING("rendezvous", request->key, node, request->bytes);
    chan_send(node, request->key, p2p_head(P2P_RTS, P2P_NO_FLAG, p2p_state.origin), &rts, sizeof rts);
    const struct chan_packet *packet = chan_await(node);
    if (packet == NULL || p2p_head_kind(packet->head[1]) != P2P_CTS)
        return true;
    const struct p2p_cts *answer = (const struct p2p_cts *)packet->payload;
    struct p2p_cts cts = *answer;
    if (cts.cookie != (uintptr_t)request || cts.address == 0)
        return true;
    // With nothing else under way all puts are free.
    int put = chan_put_take();
    chan_release(node);
    chan_put_start(put, node, cts.address, request->buffer, cts.bytes, cts.flag);
    // Only the hardware has a part in this.
    while (!chan_put_done(put))
        ;
    chan_put_give_back(put);
    request->done = true;
    return true;
}

bool p2p_receive_straight(struct p2p_request *request, const struct p2p_comm *comm, enum p2p_context context,
                          void *buffer, size_t bytes, int source, int tag)
{
    if (!p2p_is_alone() || source == MPI_ANY_SOURCE || bytes == 0 || !chan_reaches(buffer, bytes))
        return false;
    uint64_t wanted = p2p_receive_key(comm, context, source, tag), mask = p2p_receive_mask(source, tag);
    if (match_unexpected.first != NULL && match_find_unexpected(wanted, mask) != NULL)
        return false;
    size_t node = p2p_node(comm, source);
    const struct chan_packet *packet = chan_await(node);
    if (packet == NULL || p2p_head_kind(packet->head[1]) != P2P_RTS || ((packet->head[0] ^ wanted) & mask) != 0)
        return false;
    const struct p2p_rts *rts = (const struct p2p_rts *)packet->payload;
    struct p2p_cts cts = {.cookie = rts->cookie, .bytes = p2p_smaller(rts->bytes, bytes), .address = (uintptr_t)buffer};
    if (cts.bytes == 0 || !chan_takes(node))
        return false;
    P2P_MARK_MATCHED(request, packet);
    // With nothing else under way all flags are free.
    cts.flag = request->flag = chan_flag_take();
    request->comm = comm;
    request->bytes = bytes;
    request->done = false;
    p2p_envelope_into(request, packet->head[0], rts->bytes);
    chan_release(node);
    chan_send(node, 0, p2p_head(P2P_CTS, sizeof cts, p2p_state.origin), &cts, sizeof cts);
    for (unsigned looks = P2P_LOOKS; looks > 0; looks--) {
        if (chan_flag_raised(request->flag)) {
            chan_flag_give_back(request->flag);
            p2p_complete_receive(request);
            return true;
        }
    }
    p2p_fill(request);
    return true;
}

#endif
