// The packets of point-to-point communication: a head of two 64-bit words, then payload.
//
// head[0]  envelope as match.h packs it: context 16, source rank 16, tag 32 bits
// head[1]  kind 8, length 16 bits from the 16th, and the source node where the channel says; bit 8 is RENDEZVOUS_WISH, of transport/read alone
#ifndef TRANSPORT_PACKET_H
#define TRANSPORT_PACKET_H

#include <stddef.h>
#include <stdint.h>

#include "p2p/internal.h"

// A send of at most so many bytes, if it is not synchronous, needs no receive to end: its message goes in packets, or is fetched by a rank
// that has no receive for it yet (transport/read).
#ifndef P2P_EAGER_LIMIT
#define P2P_EAGER_LIMIT 4096
#endif

_Static_assert(P2P_EAGER_LIMIT <= UINT16_MAX, "a packet's head has 16 bits for an eager message's length");

enum packet_kind {
    PACKET_SHORT,     // a message of one packet; length = that of the message
    PACKET_EAGER,     // first packet of a longer message; length = that of the message; payload = its beginning
    PACKET_CONTINUE,  // next packet of the message that its source has begun; length = that of this payload
    PACKET_RTS,       // request to send; length = completion flag of the sender or PACKET_NO_FLAG; payload = struct p2p_rts
    PACKET_FIN,       // to a sender without a flag: a rendezvous is over; payload = the cookie of its RTS
    PACKET_CTS,       // clear to send, of transport/cleared alone
    PACKET_DATA,      // first packet of a message that was cleared, of transport/cleared alone
    PACKET_ACTIVE,    // an active message; length = that of the payload
    PACKET_WITHDRAW,  // the sender cancels a message that it has announced; payload = the cookie of its RTS
    PACKET_WITHDRAWN,  // the answer if the message had met no receive: it is gone; payload = the same
};

enum { PACKET_NO_FLAG = UINT16_MAX };

enum { PACKET_LENGTH_SHIFT = 16 };

// The second word of the head of a packet from here.
static inline uint64_t packet_head(enum packet_kind kind, size_t length)
{
    return chan_origin() | (uint64_t)length << PACKET_LENGTH_SHIFT | kind;
}

// enum packet_kind, or what a rendezvous has besides.
static inline unsigned packet_head_kind(uint64_t head)
{
    return (uint8_t)head;
}

static inline size_t packet_head_length(uint64_t head)
{
    return (uint16_t)(head >> PACKET_LENGTH_SHIFT);
}

static inline size_t packet_head_node(uint64_t head)
{
    return (head >> CHAN_HEAD_NODE_SHIFT) & CHAN_HEAD_NODE_MASK;
}

// Takes one packet that has arrived, and gives its slot back to the channel. A library that sends packets of a further kind defines
// packet_arrive itself and calls packet_arrive_known for the other kinds: so programs without it have no instruction for that.
void packet_arrive(const struct chan_packet *packet);
void packet_arrive_known(const struct chan_packet *packet);

// Sends what is left of a message whose first packet is on the way, in packets of kind PACKET_CONTINUE whose first word is `word`; then
// the send is done. CHAN_NO_RESOURCE: not all of it could be sent now; to be called again.
enum chan_status packet_push_rest(struct p2p_request *request, uint64_t word);

// Puts the next `bytes` of a message that comes in several packets where they belong; what does not fit is dropped. With the last
// byte the receive is complete.
void packet_continue(struct transport_peer *peer, const unsigned char *payload, size_t bytes);

// Tells `node` of a rendezvous: P2P_FINISH, P2P_WITHDRAW or P2P_WITHDRAWN. `cookie` is that of the RTS.
void packet_tell(enum p2p_kind kind, size_t node, uint64_t cookie);

// Tells the sender whose request to send is `rts` how many bytes of its message are `wanted`: all of it that fits, or nothing at all. Where
// they go follows from the receive and `flag`; when nothing is wanted, the receive is complete.
void packet_clear(struct p2p_request *receive, size_t node, int flag, const struct p2p_rts *rts, size_t wanted);

// transport_push for a request that packet_tell made.
enum chan_status packet_push_told(struct p2p_request *request);

// Takes a packet that tells of a rendezvous.
void packet_arrive_told(const struct chan_packet *packet);

#endif
