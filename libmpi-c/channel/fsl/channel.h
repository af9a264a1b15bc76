// Channel `fsl`: one FIFO of words to the network and one from it (Saldaña 2006 §3.3); messages by envelope, clear to
// send and data (§4.3.2). This header is the interface for the layer above; the code of every step of progress is inline.
//
// If a node takes no words, the network stalls. So the channel sends word by word, as the FIFO has room, and in between takes
// words that have arrived. There is always room for them: data comes only after a clear to send. One packet is sent and one
// received at a time. The channel waits for the rest of an incoming packet, unless it is sending.
#ifndef CHANNEL_H
#define CHANNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "channel/fsl/mpe.h"
#include "channel/fsl/wire.h"
#include "channel/without/memory.h"
#include "channel_kind.h"
#include "hal/fsl.h"
#include "hal/sim.h"
#include "mark/phase.h"

#if FSL_HAS_COLLECTIVES
#define CHAN_HAS_BARRIER 1
#else
#include "channel/without/barrier.h"
#endif

enum chan_status { CHAN_OK, CHAN_NO_RESOURCE };

// An address or a length in a node's memory, as it is sent.
typedef uint32_t chan_address;

enum chan_event {
    CHAN_NOTHING,
    CHAN_ENVELOPE,         // words: the envelope
    CHAN_ENGINE_ENVELOPE,  // one word: the tag
    CHAN_CLEAR,            // one word: the oldest envelope is cleared; two: the envelope with the number in the second word is
    CHAN_MESSAGE,          // stream: the whole message has come
    CHAN_WITHDRAW,         // two words: the send of the envelope with the number in the second word is cancelled
    CHAN_WITHDRAWN,        // two words: the envelope with the number in the second word had met no receive and is deleted
};

// An event that the layer above has not yet taken.
struct chan_news {
    enum chan_event event;
    size_t node;
    unsigned count;
    uint32_t words[WIRE_ENVELOPE_WORDS];
    struct chan_stream *stream;
};

// The packet or message that is being sent. First come the words of `head` from `at` on, for which there was no room at once. Then
// comes data, packet by packet; `run` is the number of words left of the packet that has begun.
struct chan_out {
    bool busy;
    unsigned at, count;
    uint32_t head[1 + WIRE_ENVELOPE_WORDS];
    uint32_t header;            // of the data packets, without their length
    uint32_t least;             // minimum number of words of a data packet
    uint32_t run;
    const unsigned char *from;
    size_t left;                // bytes of data left
    bool *sent;                 // set when the whole message is sent
#if FSL_HAS_MOVER
    uint32_t moving;            // words of the data that the mover has been told to put
#endif
};

// The packet that is being received.
struct chan_in {
    size_t node;
    uint32_t left;    // words still to come; 0: the next word is a header; CHAN_HELD: `header` is taken, its packet is not
    uint32_t header;
    bool is_data;
};

enum { CHAN_HELD = UINT16_MAX + 1 };

struct chan_streams {
    struct chan_stream *first, *last;
};

struct chan_state {
    unsigned node, nodes;
    struct chan_out out;
    struct chan_in in;
    struct chan_news news;
#if CHAN_HAS_BARRIER
    enum { CHAN_BARRIER_WANTED, CHAN_BARRIER_ORDERED, CHAN_BARRIER_PASSED } barrier;
#endif
    uint32_t no_place;          // packets that had to wait until another one was sent
    bool has_engines;
    uint32_t engines[SIM_NO_HART_WORDS];          // a bit for each node
    struct chan_streams coming[WIRE_NODES_MAX];   // messages that each node will send, in this order
};

extern struct chan_state chan_state;

static inline unsigned chan_node(void)
{
    return chan_state.node;
}

static inline unsigned chan_nodes(void)
{
    return chan_state.nodes;
}

void chan_init(void) __attribute__((cold));

void chan_close(void) __attribute__((cold));

// Engines are ranks without a hart. They speak the protocol of TMD-MPI (wire.h).
static inline bool chan_has_engines(void)
{
    return chan_state.has_engines;
}

static inline bool chan_is_engine(size_t node)
{
    return (chan_state.engines[node / 32] >> node % 32 & 1) != 0;
}

// Is something being sent? Then chan_move must be called.
static inline bool chan_is_sending(void)
{
    return chan_state.out.busy;
}

// Nonzero if a packet is being sent or received, or an event has not been taken.
static inline uint32_t chan_under_way(void)
{
    return chan_state.out.busy | chan_state.in.left | chan_state.news.event;
}

// Always true: on this channel, a send needs no other resource.
static inline bool chan_command_free(void)
{
    return true;
}

// May something be sent to `node` now? Changes nothing. A node's message to itself becomes an event of its own at once.
static inline bool chan_ready(size_t node)
{
    if (__builtin_expect(node == chan_state.node, 0))
        return chan_state.news.event == CHAN_NOTHING && chan_state.in.left == 0;
    return !chan_state.out.busy;
}

// As chan_ready, for a caller that sends next. Counts failed attempts.
static inline bool chan_takes(size_t node)
{
    if (__builtin_expect(chan_ready(node), 1))
        return true;
    chan_state.no_place++;
    return false;
}

// Each of the following needs chan_takes. It sends as many words as there is room for; chan_move sends the rest.

// Puts a packet of a header and `count` words. Returns how many words were put; the caller must keep the rest (chan_keep).
static inline unsigned chan_put(unsigned count, uint32_t header, uint32_t first, uint32_t second, uint32_t third)
{
    if (!fsl_try_put(header | count))
        return 0;
    if (!fsl_try_put(first))
        return 1;
    if (count >= 2 && !fsl_try_put(second))
        return 2;
    if (count >= 3 && !fsl_try_put(third))
        return 3;
    return 1 + count;
}

// Keeps the words of a packet from `at` on, which chan_move sends.
void chan_keep(unsigned at, unsigned count, uint32_t header, uint32_t first, uint32_t second, uint32_t third)
    __attribute__((cold));

// To another node. Returns whether all words were put. If not, call chan_keep_… with `*put`, the number that were.
static inline bool chan_put_envelope(size_t node, uint64_t key, uint32_t length, unsigned *put)
{
    *put = chan_put(WIRE_ENVELOPE_WORDS, wire_header(chan_state.node, node), (uint32_t)key, (uint32_t)(key >> 32), length);
    return __builtin_expect(*put > WIRE_ENVELOPE_WORDS, 1);
}

static inline bool chan_put_clear(size_t node, unsigned *put)
{
    *put = chan_put(WIRE_CLEAR_WORDS, wire_header(chan_state.node, node), WIRE_CLEAR, 0, 0);
    return __builtin_expect(*put > WIRE_CLEAR_WORDS, 1);
}

static inline void chan_keep_envelope(unsigned put, size_t node, uint64_t key, uint32_t length)
{
    chan_keep(put, WIRE_ENVELOPE_WORDS, wire_header(chan_state.node, node), (uint32_t)key, (uint32_t)(key >> 32), length);
}

static inline void chan_keep_clear(unsigned put, size_t node)
{
    chan_keep(put, WIRE_CLEAR_WORDS, wire_header(chan_state.node, node), WIRE_CLEAR, 0, 0);
}

// To any node, this one included:
void chan_send_envelope(size_t node, uint64_t key, size_t bytes);
void chan_send_clear(size_t node);
void chan_send_clear_one(size_t node, uint32_t number);
void chan_send_withdraw(size_t node, uint32_t number);
void chan_send_withdrawn(size_t node, uint32_t number);
// `from` may be changed again once `*sent` is set.
void chan_send_message(size_t node, const void *from, size_t bytes, bool *sent);
// Sends envelope and message, to another node.
void chan_send_eager(size_t node, uint64_t key, const void *from, size_t bytes, bool *sent);
void chan_send_engine_envelope(size_t node, uint32_t tag);

// The next message from `node` that is not yet expected goes to `to`, up to `room` bytes.
void chan_expect_message(struct chan_stream *stream, size_t node, void *to, size_t room, size_t bytes);
// The same for a message whose data comes next, before all expected messages.
void chan_expect_next(struct chan_stream *stream, size_t node, void *to, size_t room, size_t bytes);
// Sends the rest of the message that comes next from `node` to `to`, by another stream.
void chan_redirect(struct chan_stream *stream, size_t node, void *to, size_t room);

// For calls that wait for one certain packet while nothing is being sent. They leave every other packet to chan_move.
static inline void chan_hold(uint32_t header)
{
    chan_state.in.header = header;
    chan_state.in.left = CHAN_HELD;
}

struct chan_envelope {
    size_t node;
    uint64_t key;
    uint32_t length;
};

// Waits for a packet. Takes it and returns true if it is the envelope of a rank with a hart; else holds its header.
static inline bool chan_await_envelope(struct chan_envelope *envelope)
{
    uint32_t header = fsl_get();
    size_t node = wire_source(header);
    if (__builtin_expect(wire_words(header) != WIRE_ENVELOPE_WORDS || (chan_has_engines() && chan_is_engine(node)), 0)) {
        chan_hold(header);
        return false;
    }
    uint32_t low = fsl_get(), high = fsl_get();
    *envelope = (struct chan_envelope){node, (uint64_t)high << 32 | low, fsl_get()};
    return true;
}

// The same for a clear to send from `node`.
static inline bool chan_await_clear(size_t node)
{
    uint32_t header = fsl_get();
    if (__builtin_expect(header != (wire_header(node, chan_state.node) | WIRE_CLEAR_WORDS), 0)) {
        chan_hold(header);
        return false;
    }
    fsl_get();
    return true;
}

// Is a message of this node expected?
static inline bool chan_expects(size_t node)
{
    return chan_state.coming[node].first != NULL;
}

// Takes a message whose data is the next packet from `node`. False: another packet comes first; `stream` takes the rest.
bool chan_await_message(struct chan_stream *stream, size_t node, void *to, size_t room, size_t bytes);

// Returns how many steps of progress a caller that tests without waiting should make at least. Changes nothing.
static inline uint32_t chan_arrived(void)
{
    return (chan_state.news.event != CHAN_NOTHING) + fsl_words();
}

// Puts as many words as the FIFO has room for.
void chan_put_words(void);
// Takes the words of a packet that have arrived. Waits for them if nothing is being sent.
void chan_take_words(void);

// Moves words in both directions. Returns whether there is an event. Changes nothing if there are no words and no room.
static inline bool chan_move(void)
{
    if (chan_state.out.busy)
        chan_put_words();
    if (chan_state.news.event == CHAN_NOTHING && fsl_has_word())
        chan_take_words();
    return chan_state.news.event != CHAN_NOTHING;
}

// For a caller that only incoming words can help: waits for them, unless something is being sent.
static inline void chan_await_words(void)
{
    if (!chan_state.out.busy && chan_state.news.event == CHAN_NOTHING)
        chan_take_words();
}

#if CHAN_HAS_BARRIER

// Orders a barrier of all ranks: an open TMD-MPE takes a packet to its own node as this order, and answers it (devices/src/tmd/mpe).
static inline void chan_order_barrier(void)
{
    uint32_t header = wire_header(chan_state.node, chan_state.node);
    if (chan_state.out.busy)
        return;
    unsigned put = chan_put(1, header, chan_state.nodes, 0, 0);
    if (put <= 1)
        chan_keep(put, 1, header, chan_state.nodes, 0, 0);
    chan_state.barrier = CHAN_BARRIER_ORDERED;
}

static inline void chan_barrier_arrive(void)
{
    chan_state.barrier = CHAN_BARRIER_WANTED;
}

static inline bool chan_barrier_passed(void)
{
    if (chan_state.barrier == CHAN_BARRIER_WANTED)
        chan_order_barrier();
    return chan_state.barrier == CHAN_BARRIER_PASSED;
}

#endif

// Takes the event, so that the next can come. The other members of the news stay valid until something is sent or moved.
static inline enum chan_event chan_take_news(void)
{
    enum chan_event event = chan_state.news.event;
    chan_state.news.event = CHAN_NOTHING;
    return event;
}

#endif
