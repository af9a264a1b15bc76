// Rendezvous if no node reads another's ordinary memory: the functions that transport/packets needs (rendezvous.c implements them), and
// the fast path of a blocking receive of a long message. That is taken if its request to send is the next packet of its node, transfers
// reach both buffers, and nothing else is under way (blocking.c has the sender's side).
#ifndef TRANSPORT_RENDEZVOUS_H
#define TRANSPORT_RENDEZVOUS_H

#include "packet.h"

#define TRANSPORT_HAS_LONG_SENDS 1

enum {
    RENDEZVOUS_LANDS = PACKET_NO_FLAG - 1,  // in place of a flag: the message goes by the landings
    // In place of a packet's kind (CHAN_FIN_IN_RING): the message for a waiting, cleared receive is complete.
    RENDEZVOUS_ENDED = CHAN_NO_PACKET,
};

// If transfers reach the message, it goes by rendezvous when it is longer than the channel's limit.
static inline bool transport_is_long(const void *buffer, size_t bytes)
{
    return (bytes > CHAN_DIRECT_LIMIT && chan_reaches(buffer, bytes)) || bytes > P2P_EAGER_LIMIT;
}

// Clear to send: head[0] has the cookie of the RTS and the number of bytes wanted. Its length field has the receiver's flag,
// CHAN_RING_FLAG, RENDEZVOUS_LANDS or PACKET_NO_FLAG. The payload is one word: with a flag, the address in the receiver's scratchpad;
// else the receive, whose bytes come by the landings or in packets.
static inline uint64_t rendezvous_clear_words(p2p_word cookie, p2p_word bytes)
{
    return (uint64_t)bytes << 32 | cookie;
}

// The beginning of the first packet of a cleared message.
struct rendezvous_data {
    p2p_word receiver;
    p2p_word bytes;  // of the whole message
};

// Offers the message of `request`. If the receiver may read it, takes a completion flag (request->transport.flag) and returns its
// address. Else the flag is -1, the address 0, and the receiver answers with a clear to send.
static inline uintptr_t rendezvous_offer(struct p2p_request *request)
{
    bool is_read = CHAN_READS_SCRATCHPAD && request->bytes != 0 && chan_reaches(request->buffer, request->bytes);
    request->transport.flag = is_read ? chan_flag_take() : -1;
    return request->transport.flag >= 0 ? (uintptr_t)request->buffer : 0;
}

// Always 0: messages stay with their sender until their receive is known.
static inline uint64_t rendezvous_wish(const struct p2p_request *request)
{
    (void)request;
    return 0;
}

static inline void rendezvous_keep(struct p2p_unexpected *unexpected, uint64_t head)
{
    (void)unexpected, (void)head;
}

// From now on, when the flag of `request` is raised, the progress engine continues with it: a send is over, a receive complete.
void rendezvous_watch_flag(struct p2p_request *request);

// Frees the flag of `request`, if it has one. Nobody may raise it any more.
void rendezvous_forget(const struct p2p_request *request);

// Is `request` a clear to send, or a transfer? transport_push leaves those to rendezvous_push, which has the same contract.
static inline bool rendezvous_pushes(const struct p2p_request *request)
{
    return request->kind >= P2P_CLEAR;
}

enum chan_status rendezvous_push(struct p2p_request *request);

static inline bool transport_can_push(const struct p2p_request *request)
{
    return request->kind == P2P_LAND ? chan_land_ready(request->node) : chan_ready(request->node);
}

// Takes a packet of a kind that only this rendezvous has. Returns false for any other kind.
bool rendezvous_arrive(const struct chan_packet *packet);

// Is `head` the end of a transfer (CHAN_FIN_IN_RING), not a packet? Then completes its receive and frees the buffer.
void rendezvous_arrive_ended(void);
static inline bool rendezvous_ends(uint64_t head)
{
    if (!CHAN_FIN_IN_RING || packet_head_kind(head) != RENDEZVOUS_ENDED)
        return false;
    rendezvous_arrive_ended();
    return true;
}

// For transport_ready and transport_advance.
bool rendezvous_puts_ready(void);
void rendezvous_puts_advance(void);

static inline bool transport_ready(void)
{
    return rendezvous_puts_ready();
}

static inline void transport_advance(void)
{
    rendezvous_puts_advance();
}

// Wait by progress, for as long as needed: until CHAN_OWN_FLAG is raised; until the buffer that reports the end of the transfer from
// `node` has come.
void rendezvous_await_own_flag(void);
void rendezvous_await_ended(size_t node);

// How often to poll a flag that depends on another rank's program before making progress for others.
enum { RENDEZVOUS_LOOKS = 1000 };

static inline bool rendezvous_flag_comes(void)
{
    for (unsigned looks = RENDEZVOUS_LOOKS; looks > 0; looks--) {
        if (chan_flag_raised(CHAN_OWN_FLAG))
            return true;
    }
    return false;
}

// Takes the request to send of a message of `bytes` bytes, in the packet awaited at `front`.
static inline __attribute__((always_inline)) void rendezvous_receive_request(const struct chan_front *front,
                                                                      const struct chan_packet *packet, size_t node,
                                                                      size_t bytes, struct p2p_envelope *got)
{
    got->source = match_source(packet->head[0]);
    got->tag = match_tag(packet->head[0]);
    got->bytes = bytes;
    chan_release_front(front, node);
}

// Waits until the cleared message has been put here.
static inline __attribute__((always_inline)) void rendezvous_await_put(size_t node)
{
    if (!CHAN_FIN_IN_RING) {
        if (!rendezvous_flag_comes())
            rendezvous_await_own_flag();
        return;
    }
    struct chan_front front = chan_expect(node);
    bool is_end = chan_await(&front) && packet_head_kind(chan_awaited(&front)->head[1]) == RENDEZVOUS_ENDED;
    if (__builtin_expect(!is_end, 0)) {
        rendezvous_await_ended(node);
        return;
    }
    PHASE(finish)
    chan_release_front(&front, node);
}

// Reads the message, or clears it to be put here.
static inline __attribute__((always_inline)) bool transport_receive_rendezvous(void *buffer, size_t bytes, size_t node,
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
        chan_get_direct(CHAN_OWN_PUT, node, address, buffer, wanted, packet_head_length(packet->head[1]));
        PHASE(await_read)
    } else {
        if (!CHAN_FIN_IN_RING)
            chan_flag_lower(CHAN_OWN_FLAG);
        unsigned flag = CHAN_FIN_IN_RING ? CHAN_RING_FLAG : CHAN_OWN_FLAG;
        uint64_t clear = rendezvous_clear_words(rts->cookie, wanted);
        if (!CHAN_OVERLAPS)
            rendezvous_receive_request(&front, packet, node, arrived, got);
        const struct chan_slot *slot = chan_open(node, clear, packet_head(PACKET_CTS, flag));
        *(p2p_word *)chan_payload(slot) = (uintptr_t)buffer;
        chan_push(node, slot, sizeof(p2p_word));
    }
    // The hardware or the sender works now, so there is time for this.
    if (CHAN_OVERLAPS || address != 0)
        rendezvous_receive_request(&front, packet, node, arrived, got);
    if (address != 0) {
        while (!chan_put_done(CHAN_OWN_PUT))
            ;
    } else {
        PHASE(await_message)
        rendezvous_await_put(node);
    }
    PHASE(finish)
    P2P_MARK_RECEIVED((void *)0);
    return true;
}

#endif
