// The expected way of blocking calls, made to be inlined into whoever offers them: a message of one packet that the channel
// takes at once, and a receive whose message is the next to arrive. They change nothing when they cannot do it all.
#ifndef P2P_DIRECT_H
#define P2P_DIRECT_H

#include "p2p/internal.h"

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
    return (comm->key[context] & ~MATCH_SOURCE_MASK) | (uint64_t)(uint16_t)source << MATCH_SOURCE_SHIFT | (uint32_t)tag;
}

static inline __attribute__((always_inline)) bool p2p_send_now(const struct p2p_comm *comm, enum p2p_context context,
                                                               const void *buffer, size_t bytes, int dest, int tag)
{
    if (__builtin_expect(bytes > CHAN_MAX_PAYLOAD || p2p_is_long(buffer, bytes) || p2p_state.waiting_first != NULL, 0))
        return false;
    uint64_t key = comm->key[context] | (uint32_t)tag, head = p2p_head(P2P_SHORT, bytes, p2p_state.origin);
    size_t node = p2p_node(comm, dest);
    if (!chan_takes(node))
        return false;
    P2P_MARK_SENDING("short", key, node, bytes);
    chan_send(node, key, head, buffer, bytes);
    return true;
}

// No other receive and no send is under way in this rank, the message has not come yet, and the next packet to arrive is
// the message; where packets of each node are awaited by themselves, it comes soon. `got` tells what it was.
static inline __attribute__((always_inline)) bool p2p_receive_now(const struct p2p_comm *comm,
                                                                  enum p2p_context context, void *buffer, size_t bytes,
                                                                  int source, int tag, struct p2p_envelope *got)
{
    if (__builtin_expect(match_posted.first != NULL || p2p_state.outstanding != 0, 0))
        return false;
    uint64_t wanted = p2p_receive_key(comm, context, source, tag), mask = p2p_receive_mask(source, tag);
    if (__builtin_expect(match_unexpected.first != NULL, 0) && match_find_unexpected(wanted, mask) != NULL)
        return false;
    const struct chan_packet *packet;
    size_t node = 0;
#if CHAN_AWAITS_NODE
    if (__builtin_expect(source == MPI_ANY_SOURCE, 0))
        return false;
    node = p2p_node(comm, source);
#endif
    packet = chan_await(node);
    if (CHAN_AWAITS_NODE && __builtin_expect(packet == NULL, 0))
        return false;
    uint64_t key = packet->head[0], head = packet->head[1];
    if (__builtin_expect(((wanted ^ key) & mask) != 0 || p2p_head_kind(head) != P2P_SHORT, 0))
        return false;
    P2P_MARK_MATCHED((void *)0, packet);
    got->source = match_source(key);
    got->tag = match_tag(key);
    got->bytes = p2p_head_length(head);
    chan_copy_out(buffer, packet->payload, p2p_smaller(got->bytes, bytes));
    P2P_MARK_RECEIVED((void *)0);
    chan_release(CHAN_AWAITS_NODE ? node : p2p_head_node(head));
    return true;
}

#endif
