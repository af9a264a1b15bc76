// The expected way of blocking calls, made to be inlined into whoever offers them: a message of one packet that the channel
// takes at once, and a receive whose message is the next to arrive. They change nothing when they cannot do it all.
#ifndef P2P_DIRECT_H
#define P2P_DIRECT_H

#include "p2p/internal.h"
#include "p2p/streams.h"

static inline uint64_t p2p_receive_mask(int source, int tag)
{
    uint64_t mask = UINT64_MAX;
    if (__builtin_expect(source == MPI_ANY_SOURCE, 0))
        mask &= ~MATCH_SOURCE_MASK;
    if (__builtin_expect(tag == MPI_ANY_TAG, 0))
        mask &= ~MATCH_TAG_MASK;
    return mask;
}

// Where the mask is zero the key does not matter.
static inline uint64_t p2p_receive_key(const struct p2p_comm *comm, enum p2p_context context, int source, int tag)
{
    return comm->any_key[context] | (uint64_t)(uint16_t)source << MATCH_SOURCE_SHIFT | (uint32_t)tag;
}

// The same for a source that is no wildcard.
static inline uint64_t p2p_exact_key(const struct p2p_comm *comm, enum p2p_context context, int source, int tag)
{
    return comm->any_key[context] | (uint64_t)(uint32_t)source << MATCH_SOURCE_SHIFT | (uint32_t)tag;
}

static inline __attribute__((always_inline)) bool p2p_send_now(const struct p2p_comm *comm, enum p2p_context context,
                                                               const void *buffer, size_t bytes, int dest, int tag)
{
#if CHAN_STREAMS
    (void)comm, (void)context, (void)buffer, (void)bytes, (void)dest, (void)tag;
    return false;
#else
    if (__builtin_expect(bytes > CHAN_MAX_PAYLOAD || p2p_is_long(buffer, bytes), 0))
        return false;
    size_t node = dest;
    if (__builtin_expect(((uintptr_t)p2p_state.waiting_first | (uintptr_t)comm->nodes) != 0, 0)) {
        if (p2p_state.waiting_first != NULL)
            return false;
        node = p2p_node(comm, dest);
    }
    uint64_t key = comm->key[context] | (uint32_t)tag, head = p2p_head(P2P_SHORT, bytes, p2p_state.origin);
    if (!chan_takes(node))
        return false;
    P2P_MARK_SENDING("short", key, node, bytes);
    chan_send(node, key, head, buffer, bytes);
    return true;
#endif
}

#if !CHAN_STREAMS
// Takes the message in the packet that was awaited at `front`.
static inline __attribute__((always_inline)) void p2p_receive_packet(const struct chan_front *front,
                                                                     const struct chan_packet *packet, void *buffer,
                                                                     size_t bytes, struct p2p_envelope *got)
{
    uint64_t key = packet->head[0], head = packet->head[1];
    P2P_MARK_MATCHED((void *)0, packet);
    got->source = match_source(key);
    got->tag = match_tag(key);
    got->bytes = p2p_head_length(head);
    chan_copy_out(buffer, packet->payload, p2p_smaller(got->bytes, bytes));
    P2P_MARK_RECEIVED((void *)0);
    chan_release_front(front, p2p_head_node(head));
}
#endif

// No other receive and no send is under way in this rank, the message has not come yet, and the next packet to arrive is
// the message; where packets of each node are awaited by themselves, it comes soon.
static inline __attribute__((always_inline)) enum p2p_outcome p2p_receive_now(const struct p2p_comm *comm,
                                                                              enum p2p_context context, void *buffer,
                                                                              size_t bytes, int source, int tag,
                                                                              struct p2p_envelope *got)
{
#if CHAN_STREAMS
    return p2p_receive_stream(p2p_receive_key(comm, context, source, tag), p2p_receive_mask(source, tag), buffer, bytes, got);
#else
    if (CHAN_AWAITS_NODE && __builtin_expect(source == MPI_ANY_SOURCE, 0))
        return P2P_NOT_NOW;
    uint64_t wanted = CHAN_AWAITS_NODE ? p2p_exact_key(comm, context, source, tag)
                                       : p2p_receive_key(comm, context, source, tag);
    uint64_t mask = p2p_receive_mask(source, tag);
    // One test for all: loads one behind the other do not wait for each other.
    uintptr_t others = match_has_any() | p2p_state.outstanding;
    size_t node = source;
    if (__builtin_expect((others | (CHAN_AWAITS_NODE ? (uintptr_t)comm->nodes : 0)) != 0, 0)) {
        if (match_has_posted() || p2p_state.outstanding != 0 || match_find_unexpected(wanted, mask) != NULL)
            return P2P_NOT_NOW;
        node = CHAN_AWAITS_NODE ? p2p_node(comm, source) : 0;
    }
    const struct chan_front front = chan_expect(node);
    PHASE(await)
    if (!chan_await(&front))
        return P2P_NOT_NOW;
    PHASE(match)
    const struct chan_packet *packet = chan_awaited(&front);
    uint64_t key = packet->head[0], head = packet->head[1];
    if (__builtin_expect(((wanted ^ key) & mask) != 0, 0))
        return P2P_NOT_NOW;
    if (__builtin_expect(p2p_head_kind(head) != P2P_SHORT, 0))
        return CHAN_AWAITS_NODE && p2p_head_kind(head) == P2P_RTS ? P2P_REQUESTED : P2P_NOT_NOW;
    if (CHAN_COPY_CALLS && __builtin_expect(p2p_head_length(head) != 0, 0))
        return P2P_PAYLOAD;
    p2p_receive_packet(&front, packet, buffer, bytes, got);
    return P2P_RECEIVED;
#endif
}

#endif
