// Rendezvous where the sender writes into the receiver's memory: what transport/packets asks of a rendezvous (rendezvous.c does it).
#ifndef TRANSPORT_RENDEZVOUS_H
#define TRANSPORT_RENDEZVOUS_H

#include "packet.h"

// A blocking send of a long message is like any other.
#define TRANSPORT_HAS_LONG_SENDS 0

enum {
    // In place of a packet's kind, all of a message that was cleared is there; head[0] has the receive.
    RENDEZVOUS_WRITTEN = CHAN_NO_PACKET - 1,
};

// The payload of a clear to send, whose head[0] has the cookie of the request to send and how many bytes are wanted.
struct rendezvous_clear {
    p2p_word receiver;  // the receive
    p2p_word address;   // where the message goes
};

// A message that can be written from where it is goes by rendezvous from a length on that the channel says.
static inline bool transport_is_long(const void *buffer, size_t bytes)
{
    return bytes > CHAN_DIRECT_LIMIT && (bytes > P2P_EAGER_LIMIT || chan_is_aligned(buffer));
}

// Nobody reads the message where it is: the receiver answers with a clear to send.
static inline uintptr_t rendezvous_offer(struct p2p_request *request)
{
    request->transport.flag = -1;
    return 0;
}

// This rendezvous leaves messages with their sender until their receive is known.
static inline uint64_t rendezvous_wish(const struct p2p_request *request)
{
    (void)request;
    return 0;
}

static inline void rendezvous_keep(struct p2p_unexpected *unexpected, uint64_t head)
{
    (void)unexpected, (void)head;
}

// Not called, as no request has a flag.
static inline void rendezvous_watch_flag(struct p2p_request *request)
{
    (void)request;
}

static inline void rendezvous_forget(const struct p2p_request *request)
{
    (void)request;
}

// Is `request` a clear to send, or a message that was cleared? transport_push leaves those to rendezvous_push, which has the same
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

// Takes a packet of a kind that only this rendezvous has. False: its kind is another.
bool rendezvous_arrive(const struct chan_packet *packet);

// Is `head` that of no packet? Then it has no slot to give back.
static inline bool rendezvous_ends(uint64_t head)
{
    return packet_head_kind(head) == CHAN_NO_PACKET;
}

// The send whose last piece has been given to the hardware and not been read yet.
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

// transport_receive_now leaves requests to send to the general way.
static inline bool transport_receive_rendezvous(void *buffer, size_t bytes, size_t node, struct p2p_envelope *got)
{
    (void)buffer, (void)bytes, (void)node, (void)got;
    return false;
}

#endif
