// The packets of point-to-point communication, where the channel carries such (CHAN_STREAMS is 0): a head of two 64-bit words,
// then payload.
//
// head[0]  envelope as match.h packs it: context 16, source rank 16, tag 32 bits
// head[1]  kind 8, length 16 bits from the 16th, and the source node where the channel says
#ifndef P2P_PACKET_H
#define P2P_PACKET_H

#include <stddef.h>
#include <stdint.h>

#include "channel.h"

// Messages up to this many bytes are sent eagerly; longer ones and synchronous ones by rendezvous.
#ifndef P2P_EAGER_LIMIT
#define P2P_EAGER_LIMIT 4096
#endif

_Static_assert(P2P_EAGER_LIMIT <= UINT16_MAX, "a packet's head has 16 bits for an eager message's length");

#if !CHAN_STREAMS

enum p2p_packet_kind {
    P2P_SHORT,     // a message of one packet; length = that of the message
    P2P_EAGER,     // first packet of a longer message; length = that of the message; payload = its beginning
    P2P_CONTINUE,  // next packet of the message that its source has begun; length = that of this payload
    P2P_RTS,       // request to send; length = completion flag of the sender or P2P_NO_FLAG; payload = struct p2p_rts
    P2P_FIN,       // to a sender without a flag: a rendezvous is over; payload = the cookie of its RTS
    P2P_CTS,       // where no node reads another's memory: clear to send; see p2p_cts_words
    P2P_DATA,      // first packet of the message that was cleared; payload = struct p2p_data, then its beginning
#if !CHAN_READS_MEMORY
    P2P_ENDED = CHAN_NO_PACKET,  // no packet: the message that a waiting receive has cleared is there (CHAN_FIN_IN_RING)
#endif
};

enum {
    P2P_NO_FLAG = UINT16_MAX,
    P2P_LANDS = P2P_NO_FLAG - 1,  // in place of a flag: by the landings
};

#endif

// An address or a length of the nodes; where they do not read each other's memory, addresses have 32 bits.
#if CHAN_READS_MEMORY
typedef uint64_t p2p_word;
#else
typedef uint32_t p2p_word;
#endif

// The length of a message that its envelope does not tell. No multiple of an element's size, nor a count that fits an int.
#define P2P_LENGTH_UNKNOWN ((p2p_word)-1)

struct p2p_rts {
    p2p_word bytes;
    p2p_word cookie;   // the sender's request
    p2p_word address;  // of the message in the sender's memory; 0 where the receiver cannot read it
};

#if !CHAN_STREAMS

#if !CHAN_READS_MEMORY
// Clear to send: head[0] has the cookie of the RTS and how many bytes the receiver wants; its length field the receiver's
// flag, CHAN_RING_FLAG, P2P_LANDS or P2P_NO_FLAG; the payload is one word: the place in the receiver's scratchpad where they are to be put;
// without a flag, the receive that they belong to, to which they come by the landings or in packets.
static inline uint64_t p2p_cts_words(p2p_word cookie, p2p_word bytes)
{
    return (uint64_t)bytes << 32 | cookie;
}
#endif

struct p2p_data {
    p2p_word receiver;
    p2p_word bytes;  // of the whole message
};

enum { P2P_HEAD_LENGTH_SHIFT = 16 };

// `origin` is a head with nothing but the own node.
static inline uint64_t p2p_head(enum p2p_packet_kind kind, size_t length, uint64_t origin)
{
    return origin | (uint64_t)length << P2P_HEAD_LENGTH_SHIFT | kind;
}

static inline enum p2p_packet_kind p2p_head_kind(uint64_t head)
{
    return (uint8_t)head;
}

static inline size_t p2p_head_length(uint64_t head)
{
    return (uint16_t)(head >> P2P_HEAD_LENGTH_SHIFT);
}

static inline size_t p2p_head_node(uint64_t head)
{
    return (head >> CHAN_HEAD_NODE_SHIFT) & CHAN_HEAD_NODE_MASK;
}

#endif

#endif
