// The fast path of blocking calls if the channel carries packets: a send of a one-packet message that the channel accepts at once, and
// a receive whose message is in the next packet to arrive. All of it is inline, and calls no function, so that it saves few registers.
// If a function cannot finish the whole call, it changes nothing but counts of fallbacks.
#ifndef TRANSPORT_FAST_H
#define TRANSPORT_FAST_H

#include "packet.h"
#include "rendezvous.h"

static inline __attribute__((always_inline)) enum p2p_sending transport_send_now(const struct p2p_comm *comm, enum p2p_context context,
                                                               const void *buffer, size_t bytes, int dest, int tag)
{
    // Loaded before the tests, so that one load hides the other's latency.
    uintptr_t waiting = (uintptr_t)p2p_state.waiting_first, nodes = (uintptr_t)comm->nodes;
    __asm__ volatile("" : : "r"(waiting), "r"(nodes));
    if (__builtin_expect(bytes > CHAN_MAX_PAYLOAD || transport_is_long(buffer, bytes), 0))
        return P2P_NOT_SENT;
    size_t node = dest;
    if (__builtin_expect((waiting | nodes) != 0, 0)) {
        if (waiting != 0)
            return P2P_NOT_SENT;
        node = p2p_node(comm, dest);
    }
    uint64_t key = comm->key[context] | (uint32_t)tag, head = packet_head(PACKET_SHORT, bytes);
    if (!chan_takes(node))
        return P2P_NOT_SENT;
    if (__builtin_expect(!chan_sends_in_line(buffer, bytes), 0))
        return P2P_SEND_PAYLOAD;
    P2P_MARK_SENDING("short", key, node, bytes);
    chan_send(node, key, head, buffer, bytes);
    return P2P_SENT;
}

// Takes the message in the packet awaited at `front`.
static inline __attribute__((always_inline)) void packet_receive(const struct chan_front *front,
                                                                     const struct chan_packet *packet, void *buffer,
                                                                     size_t bytes, struct p2p_envelope *got)
{
    uint64_t key = packet->head[0], head = packet->head[1];
    P2P_MARK_MATCHED((void *)0, packet);
    got->source = match_source(key);
    got->tag = match_tag(key);
    got->bytes = packet_head_length(head);
    chan_copy_out(buffer, packet->payload, p2p_smaller(got->bytes, bytes));
    P2P_MARK_RECEIVED((void *)0);
    chan_release_front(front, packet_head_node(head));
}

// Succeeds only if no other receive or send is under way in this rank, the message is not unexpected already, and it is the next
// packet to arrive. If packets of each node are awaited separately (CHAN_AWAITS_NODE), it must come soon.
static inline __attribute__((always_inline)) enum p2p_outcome transport_receive_now(const struct p2p_comm *comm,
                                                                              enum p2p_context context, void *buffer,
                                                                              size_t bytes, int source, int tag,
                                                                              struct p2p_envelope *got)
{
    if (CHAN_AWAITS_NODE && __builtin_expect(source == MPI_ANY_SOURCE, 0))
        return P2P_NOT_NOW;
    uint64_t wanted = CHAN_AWAITS_NODE ? p2p_exact_key(comm, context, source, tag)
                                       : p2p_receive_key(comm, context, source, tag);
    uint64_t mask = p2p_receive_mask(source, tag);
    // One test for all, so that no load waits for another.
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
    if (__builtin_expect(packet_head_kind(head) != PACKET_SHORT, 0))
        return CHAN_AWAITS_NODE && packet_head_kind(head) == PACKET_RTS ? P2P_REQUESTED : P2P_NOT_NOW;
    if (__builtin_expect(!chan_copies_in_line(buffer, p2p_smaller(packet_head_length(head), bytes)), 0))
        return P2P_PAYLOAD;
    packet_receive(&front, packet, buffer, bytes, got);
    return P2P_RECEIVED;
}

static inline void transport_receive_payload(const struct p2p_comm *comm, void *buffer, size_t bytes, int source,
                                             struct p2p_envelope *got)
{
    struct chan_front front = chan_expect(CHAN_AWAITS_NODE ? p2p_node(comm, source) : 0);
    packet_receive(&front, chan_awaited(&front), buffer, bytes, got);
}

// Handles the oldest packet, if one has arrived.
static inline void transport_step(void)
{
    if (chan_arrived() != 0)
        packet_arrive(chan_front());
}

// Nothing else is needed for packets to arrive.
static inline void transport_wait(void)
{
}

static inline bool transport_is_sending(void)
{
    return false;
}

#endif
