// Channel `fsl`: the format of packets. The first word of a packet is its header, from the highest bit on: source node (8
// bits), destination (8), number of words that follow (16) (Saldaña 2006 §3.3, Fig. 3.4). That number tells the kind of packet:
//
//  words  packet          words behind the header
//  3      envelope        tag; context and source rank; bytes of the message, with WIRE_EAGER if its data follows at once
//  1      clear to send   0xffffffff: for the oldest envelope of this pair that is not answered
//  2      the same        0xffffffff; number of the envelope in its pair
//  2      withdrawal      0xfffffffe; number of the envelope in its pair: its send is cancelled
//  2      withdrawn       0xfffffffd; number of the envelope in its pair: it had met no receive, and is answered by this
//  4…     data            part of the message; what is missing of four words is zero
//
// TMD-MPI has the tag alone in an envelope, and the clear to send of one word (§4.3.2): there a node never has two envelopes that
// are not answered, there is one communicator, and a receive of another length than its send is a mistake. MPI as a whole has
// none of these limits. Data of less than four words is filled up because here any packet may come at any time.
//
// Engines speak as TMD-MPI does. From them and to them:
//
//  words  packet          words behind the header
//  1      envelope        tag
//  1      clear to send   0xffffffff
//  1…     data            part of the message; it is data if a message of this node was cleared and has not come
#ifndef WIRE_H
#define WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Messages of up to this many bytes go without a clear to send. 0: none, as in TMD-MPI (Saldaña 2006 §4.3.2).
#ifndef FSL_EAGER_BYTES
#define FSL_EAGER_BYTES 0
#endif

// FSL_PAYLOAD_WORDS, the longest data packet, comes from the platform: the data that fits a packet between boards with all
// control words, 507 words (Saldaña 2006 §4.3.4).
enum {
    WIRE_CLEAR_WORDS = 1,
    WIRE_NUMBER_WORDS = 2,
    WIRE_ENVELOPE_WORDS = 3,
    WIRE_ENGINE_ENVELOPE_WORDS = 1,
    WIRE_DATA_WORDS_MIN = 4,
    WIRE_WORD = sizeof(uint32_t),
    WIRE_NODES_MAX = 256,
};
_Static_assert(FSL_PAYLOAD_WORDS >= WIRE_DATA_WORDS_MIN && FSL_PAYLOAD_WORDS <= UINT16_MAX,
               "tmd.packet_words: a data packet needs 4 words at least, and a header has 16 bits for its length");

#define WIRE_CLEAR UINT32_MAX
#define WIRE_WITHDRAW (UINT32_MAX - 1)
#define WIRE_WITHDRAWN (UINT32_MAX - 2)
#define WIRE_EAGER ((uint32_t)1 << 31)
_Static_assert(FSL_EAGER_BYTES >= 0 && FSL_EAGER_BYTES < WIRE_EAGER, "FSL_EAGER_BYTES: an envelope has 31 bits for a length");

// Returns a header without its length.
static inline uint32_t wire_header(size_t from, size_t to)
{
    return (uint32_t)(from << 24 | to << 16);
}

static inline size_t wire_source(uint32_t header)
{
    return header >> 24;
}

static inline uint32_t wire_words(uint32_t header)
{
    return (uint16_t)header;
}

// Does the data follow the envelope with this length at once?
static inline bool wire_is_eager(uint32_t length)
{
    return FSL_EAGER_BYTES != 0 && length >= WIRE_EAGER;
}

#endif
