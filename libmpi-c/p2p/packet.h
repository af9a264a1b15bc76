// The packets of point-to-point communication: a head of two 64-bit words, then payload.
//
// head[0]  envelope as match.h packs it: context 16, source rank 16, tag 32 bits
// head[1]  kind 8, unused 8, length 16, source node 16, unused 16 bits, from the lowest
#ifndef P2P_PACKET_H
#define P2P_PACKET_H

#include <stddef.h>
#include <stdint.h>

// Messages up to this many bytes are sent eagerly; longer ones and synchronous ones by rendezvous.
#ifndef P2P_EAGER_LIMIT
#define P2P_EAGER_LIMIT 4096
#endif

_Static_assert(P2P_EAGER_LIMIT <= UINT16_MAX, "a packet's head has 16 bits for an eager message's length");

enum p2p_packet_kind {
    P2P_SHORT,     // a message of one packet; length = that of the message
    P2P_EAGER,     // first packet of a longer message; length = that of the message; payload = its beginning
    P2P_CONTINUE,  // next packet of the message that its source has begun; length = that of this payload
    P2P_RTS,       // request to send; length = completion flag of the sender or P2P_NO_FLAG; payload = struct p2p_rts
    P2P_FIN,       // to a sender without a flag: a rendezvous is over; payload = the cookie of its RTS
};

enum { P2P_NO_FLAG = UINT16_MAX };

struct p2p_rts {
    uint64_t bytes;
    uint64_t address;  // of the message in the sender's memory
    uint64_t cookie;   // the sender's request
};

enum { P2P_HEAD_LENGTH_SHIFT = 16, P2P_HEAD_NODE_SHIFT = 32 };

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
    return (uint16_t)(head >> P2P_HEAD_NODE_SHIFT);
}

#endif
