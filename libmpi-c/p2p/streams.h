// The expected way of a blocking receive where the channel carries whole messages (CHAN_STREAMS): nothing else is under way, and the
// next envelope to come is that of the message. Made to be inlined, as direct.h.
#ifndef P2P_STREAMS_H
#define P2P_STREAMS_H

#include "p2p/internal.h"

#if CHAN_STREAMS

// What comes before the message is kept for others; what is no envelope is left to the general way.
static inline __attribute__((always_inline)) enum p2p_outcome p2p_receive_stream(uint64_t wanted, uint64_t mask, void *buffer,
                                                                                 size_t bytes, struct p2p_envelope *got)
{
    if (__builtin_expect(!p2p_is_idle() || match_has_posted(), 0) ||
        (match_has_unexpected() && match_find_unexpected(wanted, mask) != NULL))
        return P2P_NOT_NOW;
    PHASE(await)
    struct chan_envelope envelope;
    if (!chan_await_envelope(&envelope))
        return P2P_NOT_NOW;
    PHASE(match)
    size_t node = envelope.node;
    uint64_t key = envelope.key;
    uint32_t length = envelope.length;
    struct p2p_pair *pair = &p2p_state.peer[node].pair;
    if (__builtin_expect(((wanted ^ key) & mask) != 0 || pair->open != 0, 0)) {
        p2p_arrive_envelope(node, key, length);
        return P2P_NOT_NOW;
    }
    struct p2p_request request;
    P2P_MARK_MATCHED_FROM(&request, node);
    bool is_eager = wire_is_eager(length);
    got->source = match_source(key);
    got->tag = match_tag(key);
    got->bytes = is_eager ? length & ~WIRE_EAGER : length;
    if (!is_eager) {
        pair->arrived++;
        unsigned put;
        if (!chan_put_clear(node, &put))
            chan_keep_clear(put, node);
    }
    if (got->bytes != 0) {
        request.buffer = buffer;
        request.bytes = bytes;
        request.arrived = got->bytes;
        p2p_receive_answered(&request, node, is_eager);
    } else {
        P2P_MARK_RECEIVED(&request);
    }
    return P2P_RECEIVED;
}

#endif

#endif
