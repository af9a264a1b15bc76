// The fast path of blocking calls if the channel carries whole messages: a receive with nothing else under way whose envelope is the
// next to come. (transport_send_long in streams.c is that of a blocking send, because each message begins with an envelope that is
// answered.)
#ifndef TRANSPORT_FAST_H
#define TRANSPORT_FAST_H

#include "no_packets.h"

#define TRANSPORT_HAS_LONG_SENDS 1

void stream_arrive_news(void);
void stream_arrive_envelope(size_t node, uint64_t key, uint32_t length);
// Waits for the message whose envelope came last, and was answered or is eager. Nothing else may be under way.
void stream_receive_answered(struct p2p_request *request, size_t node, bool is_eager);

// Has a blocking call nothing else to serve? False in a fiber, whose agent is outstanding.
static inline bool stream_is_idle(void)
{
    return (p2p_state.outstanding | chan_under_way()) == 0;
}

// Always true: all messages go by rendezvous, or out of line.
static inline bool transport_is_long(const void *buffer, size_t bytes)
{
    (void)buffer, (void)bytes;
    return true;
}

// If the envelope is of another message, keeps it as unexpected, or gives it to its receive. Leaves any other packet to the
// progress engine.
static inline __attribute__((always_inline)) enum p2p_outcome stream_receive(uint64_t wanted, uint64_t mask, void *buffer,
                                                                                 size_t bytes, struct p2p_envelope *got)
{
    if (__builtin_expect(!stream_is_idle() || match_has_posted(), 0) ||
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
    struct transport_peer *pair = &p2p_state.peer[node].transport;
    if (__builtin_expect(((wanted ^ key) & mask) != 0 || pair->open != 0, 0)) {
        stream_arrive_envelope(node, key, length);
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
        stream_receive_answered(&request, node, is_eager);
    } else {
        P2P_MARK_RECEIVED(&request);
    }
    return P2P_RECEIVED;
}

static inline __attribute__((always_inline)) enum p2p_outcome transport_receive_now(const struct p2p_comm *comm,
                                                                                    enum p2p_context context, void *buffer,
                                                                                    size_t bytes, int source, int tag,
                                                                                    struct p2p_envelope *got)
{
    return stream_receive(p2p_receive_key(comm, context, source, tag), p2p_receive_mask(source, tag), buffer, bytes, got);
}

// Moves words in both directions, and handles the resulting event.
static inline void transport_step(void)
{
    if (chan_move())
        stream_arrive_news();
}

// Waits for words if nothing else can help.
static inline void transport_wait(void)
{
    if (p2p_state.outstanding == 0)
        chan_await_words();
}

static inline bool transport_is_sending(void)
{
    return chan_is_sending();
}

#endif
