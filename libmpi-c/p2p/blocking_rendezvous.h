// The expected way of a blocking receive of a long message, whose request to send is the next packet of its node: both buffers are
// where transfers reach them and nothing else is under way. Made to be inlined, as direct.h.
#ifndef P2P_BLOCKING_RENDEZVOUS_H
#define P2P_BLOCKING_RENDEZVOUS_H

#include "p2p/internal.h"

#if !CHAN_READS_MEMORY && !CHAN_STREAMS

enum { P2P_LOOKS = 1000 };  // at a flag that another rank's program has a part in, before others are looked after again

static inline bool p2p_flag_comes(void)
{
    for (unsigned looks = P2P_LOOKS; looks > 0; looks--) {
        if (chan_flag_raised(CHAN_OWN_FLAG))
            return true;
    }
    return false;
}

// Takes the request to send, in the packet that was awaited at `front`, of a message of so many bytes.
static inline __attribute__((always_inline)) void p2p_receive_request(const struct chan_front *front,
                                                                      const struct chan_packet *packet, size_t node,
                                                                      size_t bytes, struct p2p_envelope *got)
{
    got->source = match_source(packet->head[0]);
    got->tag = match_tag(packet->head[0]);
    got->bytes = bytes;
    chan_release_front(front, node);
}

// Waits until the message has been put, which was cleared.
static inline __attribute__((always_inline)) void p2p_await_put(size_t node)
{
    if (!CHAN_FIN_IN_RING) {
        if (!p2p_flag_comes())
            p2p_await_own_flag();
        return;
    }
    struct chan_front front = chan_expect(node);
    bool is_end = chan_await(&front) && p2p_head_kind(chan_awaited(&front)->head[1]) == P2P_ENDED;
    if (__builtin_expect(!is_end, 0)) {
        p2p_await_ended(node);
        return;
    }
    PHASE(finish)
    chan_release_front(&front, node);
}

// Reads the message, or has it put, and waits for it; false when it has to come otherwise, and nothing has happened.
static inline __attribute__((always_inline)) bool p2p_receive_rendezvous(void *buffer, size_t bytes, size_t node,
                                                                       struct p2p_envelope *got)
{
    struct chan_front front = chan_expect(node);
    const struct chan_packet *packet = chan_awaited(&front);
    const struct p2p_rts *rts = (const struct p2p_rts *)packet->payload;
    size_t arrived = rts->bytes, wanted = p2p_smaller(arrived, bytes);
    p2p_word address = rts->address;
    if (wanted == 0 || !chan_reaches(buffer, wanted) || !chan_takes(node))
        return false;
    P2P_MARK_MATCHED((void *)0, packet);
    if (address != 0) {
        PHASE(read)
        chan_get_direct(CHAN_OWN_PUT, node, address, buffer, wanted, p2p_head_length(packet->head[1]));
        PHASE(await_read)
    } else {
        if (!CHAN_FIN_IN_RING)
            chan_flag_lower(CHAN_OWN_FLAG);
        unsigned flag = CHAN_FIN_IN_RING ? CHAN_RING_FLAG : CHAN_OWN_FLAG;
        uint64_t clear = p2p_cts_words(rts->cookie, wanted);
        if (!CHAN_OVERLAPS)
            p2p_receive_request(&front, packet, node, arrived, got);
        const struct chan_slot slot = chan_open(node, clear, p2p_head(P2P_CTS, flag, p2p_state.origin));
        *(p2p_word *)chan_payload(&slot) = (uintptr_t)buffer;
        chan_push(node, &slot, sizeof(p2p_word));
        PHASE(await_message)
    }
    // There is time now.
    if (CHAN_OVERLAPS || address != 0)
        p2p_receive_request(&front, packet, node, arrived, got);
    if (address != 0) {
        while (!chan_put_done(CHAN_OWN_PUT))
            ;
    } else {
        p2p_await_put(node);
    }
    PHASE(finish)
    P2P_MARK_RECEIVED((void *)0);
    return true;
}

#endif

#endif
