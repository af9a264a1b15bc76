// The packets of point-to-point communication: a head of two 64-bit words, then the payload.
//
// head[0]  envelope as in match.h: context 16, source rank 16, tag 32 bits
// head[1]  kind 8 bits; length, 16 bits from bit 16; source node, where the channel says. Bit 8 is RENDEZVOUS_WISH, for transport/read only
#ifndef TRANSPORT_PACKET_H
#define TRANSPORT_PACKET_H

#include <stddef.h>
#include <stdint.h>

#include "p2p/internal.h"

// A send of at most this many bytes, if it is not synchronous, ends without a receive: its message goes in packets, or a rank without a
// receive for it fetches it (transport/read).
#ifndef P2P_EAGER_LIMIT
#define P2P_EAGER_LIMIT 4096
#endif

_Static_assert(P2P_EAGER_LIMIT <= UINT16_MAX, "a packet's head has 16 bits for an eager message's length");

enum packet_kind {
    PACKET_SHORT,     // a message of one packet; length = that of the message
    PACKET_EAGER,     // first packet of a longer message; length = that of the message; payload = its beginning
    PACKET_CONTINUE,  // next packet of the message that its source has begun; length = that of this payload
    PACKET_RTS,       // request to send; length = completion flag of the sender or PACKET_NO_FLAG; payload = struct p2p_rts
    PACKET_FIN,       // to a sender without a flag: the rendezvous is over; payload = the cookie of its RTS
    PACKET_CTS,       // clear to send, of transport/cleared alone
    PACKET_DATA,      // first packet of a cleared message, of transport/cleared alone
    PACKET_ACTIVE,    // an active message; length = that of the payload
    PACKET_WITHDRAW,  // the sender cancels a message that it has announced; payload = the cookie of its RTS
    PACKET_WITHDRAWN,  // the answer if the message had met no receive: it is deleted; payload = the same
};

enum { PACKET_NO_FLAG = UINT16_MAX };

enum { PACKET_LENGTH_SHIFT = 16 };

// Returns the second word of the head of a packet from this node.
static inline uint64_t packet_head(enum packet_kind kind, size_t length)
{
    return chan_origin() | (uint64_t)length << PACKET_LENGTH_SHIFT | kind;
}

// Returns an enum packet_kind, or a further kind of a rendezvous.
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

// Takes one packet that has arrived, and frees its slot. A library with a further kind of packets defines packet_arrive itself and
// calls packet_arrive_known for the other kinds. So programs without that library have no instruction for it.
void packet_arrive(const struct chan_packet *packet);
void packet_arrive_known(const struct chan_packet *packet);

// Sends the rest of a message whose first packet is sent, in packets of kind PACKET_CONTINUE with the first word `word`; then the send
// is done. Returns CHAN_NO_RESOURCE if a part remains: call it again later.
enum chan_status packet_push_rest(struct p2p_request *request, uint64_t word);

// Copies the next `bytes` of a message in several packets to their place. Drops bytes that do not fit. With the last byte, the
// receive is complete.
void packet_continue(struct transport_peer *peer, const unsigned char *payload, size_t bytes);

// Sends `node` a packet about a rendezvous: P2P_FINISH, P2P_WITHDRAW or P2P_WITHDRAWN. `cookie` is that of the RTS.
void packet_tell(enum p2p_kind kind, size_t node, uint64_t cookie);

// Tells the sender whose request to send is `rts` that `wanted` bytes of its message are wanted: all that fit, or none. The receive and
// `flag` determine where they go. If none are wanted, the receive is complete.
void packet_clear(struct p2p_request *receive, size_t node, int flag, const struct p2p_rts *rts, size_t wanted);

// transport_push for a request made by packet_tell.
enum chan_status packet_push_told(struct p2p_request *request);

// Takes a packet that packet_tell has sent.
void packet_arrive_told(const struct chan_packet *packet);

#endif
