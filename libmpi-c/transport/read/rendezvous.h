// Rendezvous by reads of the sender's memory: the functions that transport/packets needs (rendezvous.c implements them).
#ifndef TRANSPORT_RENDEZVOUS_H
#define TRANSPORT_RENDEZVOUS_H

#include "packet.h"

// A blocking send of a long message has no path of its own: the receiver does all the work.
#define TRANSPORT_HAS_LONG_SENDS 0

// Every message of more than one packet is fetched: that is faster than a second packet (libmpi-c/README.md).
static inline bool transport_is_long(const void *buffer, size_t bytes)
{
    (void)buffer;
    return bytes > CHAN_MAX_PAYLOAD || bytes > P2P_EAGER_LIMIT;
}

enum {
    RENDEZVOUS_WISH = 1 << 8,  // in the second word of the head of an RTS: the sender must not wait for a receive
    RENDEZVOUS_KEPT = -2,      // in place of a flag of an unexpected message: it is fetched into memory of this library
};

// Returns RENDEZVOUS_WISH for the head of the request to send of `request` if the send must end without a receive; else 0.
static inline uint64_t rendezvous_wish(const struct p2p_request *request)
{
    return request->kind == P2P_SEND && request->bytes <= P2P_EAGER_LIMIT ? RENDEZVOUS_WISH : 0;
}

// If the head of its request to send has that wish, begins to fetch an unexpected message into memory of this library. If there is no
// memory for it, the message stays with its sender.
void rendezvous_fetch_unexpected(struct p2p_unexpected *unexpected);

static inline void rendezvous_keep(struct p2p_unexpected *unexpected, uint64_t head)
{
    if (head & RENDEZVOUS_WISH)
        rendezvous_fetch_unexpected(unexpected);
}

// Offers the message of `request`: takes a completion flag for it (request->transport.flag; -1 if all are in use) and returns the address at
// which the receiver may read it.
static inline uintptr_t rendezvous_offer(struct p2p_request *request)
{
    request->transport.flag = chan_flag_take();
    return (uintptr_t)request->buffer;
}

// The send `request` is done when its flag is raised.
void rendezvous_watch_flag(struct p2p_request *request);

// The send `request` ends in another way: frees its flag, if it has one.
void rendezvous_forget(const struct p2p_request *request);

// Always false: all requests are sends and FINs, which transport_push knows.
static inline bool rendezvous_pushes(const struct p2p_request *request)
{
    (void)request;
    return false;
}

static inline enum chan_status rendezvous_push(struct p2p_request *request)
{
    (void)request;
    return CHAN_OK;
}

static inline bool transport_can_push(const struct p2p_request *request)
{
    return chan_ready(request->node);
}

// Always false: this rendezvous has no further kinds of packets.
static inline bool rendezvous_arrive(const struct chan_packet *packet)
{
    (void)packet;
    return false;
}

// Always false: every buffer that comes is a packet.
static inline bool rendezvous_ends(uint64_t head)
{
    (void)head;
    return false;
}

bool rendezvous_fetches_ready(void);
void rendezvous_fetches_advance(void);
bool rendezvous_flags_ready(void);
void rendezvous_flags_advance(void);

static inline bool transport_ready(void)
{
    return rendezvous_fetches_ready() || rendezvous_flags_ready();
}

static inline void transport_advance(void)
{
    rendezvous_fetches_advance();
    rendezvous_flags_advance();
}

// Always false: transport_receive_now leaves requests to send to the slow path.
static inline bool transport_receive_rendezvous(void *buffer, size_t bytes, size_t node, struct p2p_envelope *got)
{
    (void)buffer, (void)bytes, (void)node, (void)got;
    return false;
}

#endif
