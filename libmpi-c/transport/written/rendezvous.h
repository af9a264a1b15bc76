// Rendezvous by writes into the receiver's memory: the functions that transport/packets needs (rendezvous.c implements them).
#ifndef TRANSPORT_RENDEZVOUS_H
#define TRANSPORT_RENDEZVOUS_H

#include "packet.h"

// A blocking send of a long message has no path of its own.
#define TRANSPORT_HAS_LONG_SENDS 0

enum {
    // In place of a packet's kind: a cleared message is complete; head[0] has the receive.
    RENDEZVOUS_WRITTEN = CHAN_NO_PACKET - 1,
};

// The payload of a clear to send. Its head[0] has the cookie of the request to send and the number of bytes wanted.
struct rendezvous_clear {
    p2p_word receiver;  // the receive
    p2p_word address;   // where the message goes
};

// If the hardware can write the message from its buffer, it goes by rendezvous when it is longer than the channel's limit.
static inline bool transport_is_long(const void *buffer, size_t bytes)
{
    return bytes > CHAN_DIRECT_LIMIT && (bytes > P2P_EAGER_LIMIT || chan_is_aligned(buffer));
}

// Nobody reads the message in place: the receiver answers with a clear to send.
static inline uintptr_t rendezvous_offer(struct p2p_request *request)
{
    request->transport.flag = -1;
    return 0;
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

// Never called, because no request has a flag.
static inline void rendezvous_watch_flag(struct p2p_request *request)
{
    (void)request;
}

static inline void rendezvous_forget(const struct p2p_request *request)
{
    (void)request;
}

// Is `request` a clear to send, or a cleared message? transport_push leaves those to rendezvous_push, which has the same
// contract.
static inline bool rendezvous_pushes(const struct p2p_request *request)
{
    return request->kind >= P2P_CLEAR;
}

enum chan_status rendezvous_push(struct p2p_request *request);

static inline bool transport_can_push(const struct p2p_request *request)
{
    return chan_ready(request->node);
}

// Takes a packet of a kind that only this rendezvous has. Returns false for any other kind.
bool rendezvous_arrive(const struct chan_packet *packet);

// Is `head` not that of a packet? Then it has no slot to free.
static inline bool rendezvous_ends(uint64_t head)
{
    return packet_head_kind(head) == CHAN_NO_PACKET;
}

// The send whose last piece the hardware has got and not yet read.
bool rendezvous_leaving_ready(void);
void rendezvous_leaving_advance(void);

static inline bool transport_ready(void)
{
    return rendezvous_leaving_ready();
}

static inline void transport_advance(void)
{
    rendezvous_leaving_advance();
}

// Always false: transport_receive_now leaves requests to send to the slow path.
static inline bool transport_receive_rendezvous(void *buffer, size_t bytes, size_t node, struct p2p_envelope *got)
{
    (void)buffer, (void)bytes, (void)node, (void)got;
    return false;
}

#endif
