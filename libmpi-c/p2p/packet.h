// The packets of point-to-point communication: a head of two 64-bit words, then payload.
//
// head[0]  envelope as match.h packs it: context 16, source rank 16, tag 32 bits
// head[1]  kind 8, unused 8, length 16, source node 16, unused 16 bits, from the lowest
#ifndef P2P_PACKET_H
#define P2P_PACKET_H

#include <stdint.h>

// Messages up to this many bytes are sent eagerly; longer ones and synchronous ones by rendezvous.
#ifndef P2P_EAGER_LIMIT
#define P2P_EAGER_LIMIT 4096
#endif

_Static_assert(P2P_EAGER_LIMIT <= UINT16_MAX, "a packet's head has 16 bits for an eager message's length");

enum p2p_packet_kind {
    P2P_EAGER,     // first packet of a message; length = that of the message; payload = its beginning
    P2P_CONTINUE,  // next packet of the message that its source has begun; length = that of this payload
    P2P_RTS,       // request to send: envelope; length = completion flag of the sender or P2P_NO_FLAG; payload = struct p2p_rts
    P2P_FIN,       // to a sender without a flag: a rendezvous is over; payload = the cookie of its RTS
};

enum { P2P_NO_FLAG = UINT16_MAX };

struct p2p_rts {
    uint64_t bytes;
    uint64_t address;  // of the message in the sender's memory
    uint64_t cookie;   // the sender's request
};

static inline uint64_t p2p_head(enum p2p_packet_kind kind, unsigned length, unsigned node)
{
    return (uint64_t)node << 32 | length << 16 | kind;
}

static inline enum p2p_packet_kind p2p_head_kind(uint64_t head)
{
    return (uint8_t)head;
}

static inline unsigned p2p_head_length(uint64_t head)
{
    return (uint16_t)(head >> 16);
}

static inline unsigned p2p_head_node(uint64_t head)
{
    return (uint16_t)(head >> 32);
}

#endif
