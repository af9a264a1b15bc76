// Channel `fsl`: one FIFO of words to the network and one from it (Saldaña 2006 §3.3), and messages by envelope, clear to
// send and data (§4.3.2). This is the interface for the layer above; the code of every step of progress is inline.
//
// The network stands still where nobody takes words. So whatever goes out goes word by word, as there are places, and in between
// words are taken that have come: they always have a place, as data comes only to where it was cleared. One packet goes out at a
// time, and one comes in; a packet that has begun to come is waited for, unless something is going out.
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

// An address or a length of a node's memory, as it travels.
typedef uint32_t chan_address;

enum chan_event {
    CHAN_NOTHING,
    CHAN_ENVELOPE,         // words: of the envelope
    CHAN_ENGINE_ENVELOPE,  // one word: the tag
    CHAN_CLEAR,            // one word: the oldest envelope is cleared; two: that with the number in the second word
    CHAN_MESSAGE,          // stream: all of it has come
    CHAN_WITHDRAW,         // two words: the send of the envelope with the number in the second word is cancelled
    CHAN_WITHDRAWN,        // two words: the envelope with the number in the second word had met no receive, and is gone
};

// An event that the layer above has not taken yet.
struct chan_news {
    enum chan_event event;
    size_t node;
    unsigned count;
    uint32_t words[WIRE_ENVELOPE_WORDS];
    struct chan_stream *stream;
};

// The packet or message that is being sent: first the words of `head` from `at` on, which had no place at once; then data, packet by
// packet, of which `run` words are left of the packet that has begun.
struct chan_out {
    bool busy;
    unsigned at, count;
    uint32_t head[1 + WIRE_ENVELOPE_WORDS];
    uint32_t header;            // of the data packets, without a length
    uint32_t least;             // words of a data packet at least
    uint32_t run;
    const unsigned char *from;
    size_t left;                // bytes of data
    bool *sent;                 // set when all of it is out
#if FSL_HAS_MOVER
    uint32_t moving;            // words of the data that the mover has been told to put
#endif
};

// The packet that comes in.
struct chan_in {
    size_t node;
    uint32_t left;    // words of it that have not come yet; 0: the next word is a header; CHAN_HELD: `header` is that
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
    uint32_t no_place;          // packets that had to wait until another one was out
    bool has_engines;
    uint32_t engines[SIM_NO_HART_WORDS];          // a bit for each node
    struct chan_streams coming[WIRE_NODES_MAX];   // messages that each node will send, in order
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

// Engines are ranks without a hart, which speak as TMD-MPI does (wire.h).
static inline bool chan_has_engines(void)
{
    return chan_state.has_engines;
}

static inline bool chan_is_engine(size_t node)
{
    return (chan_state.engines[node / 32] >> node % 32 & 1) != 0;
}

// Is something going out? It needs chan_move.
static inline bool chan_is_sending(void)
{
    return chan_state.out.busy;
}

// Not zero: something has begun to go out or to come in, or is here.
static inline uint32_t chan_under_way(void)
{
    return chan_state.out.busy | chan_state.in.left | chan_state.news.event;
}

// For the layer above there is nothing else that a send could lack.
static inline bool chan_command_free(void)
{
    return true;
}

// May something be sent to `node` now? Changes nothing. A node's message to itself becomes its own news at once.
static inline bool chan_ready(size_t node)
{
    if (__builtin_expect(node == chan_state.node, 0))
        return chan_state.news.event == CHAN_NOTHING && chan_state.in.left == 0;
    return !chan_state.out.busy;
}

// As chan_ready, for a caller that sends next: counts the attempts that fail.
static inline bool chan_takes(size_t node)
{
    if (__builtin_expect(chan_ready(node), 1))
        return true;
    chan_state.no_place++;
    return false;
}

// Each needs chan_takes, and sends as many words as there are places; chan_move sends the rest.

// A packet of `count` words behind its header: how many words had places. The rest is lost unless it is kept.
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

// The words of it from `at` on are for chan_move.
void chan_keep(unsigned at, unsigned count, uint32_t header, uint32_t first, uint32_t second, uint32_t third)
    __attribute__((cold));

// To another node: had all words places? Else chan_keep_…, with how many had some.
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

// To any node:
void chan_send_envelope(size_t node, uint64_t key, size_t bytes);
void chan_send_clear(size_t node);
void chan_send_clear_one(size_t node, uint32_t number);
void chan_send_withdraw(size_t node, uint32_t number);
void chan_send_withdrawn(size_t node, uint32_t number);
// `from` may be changed again when `*sent` is set.
void chan_send_message(size_t node, const void *from, size_t bytes, bool *sent);
// Envelope and message, to another node.
void chan_send_eager(size_t node, uint64_t key, const void *from, size_t bytes, bool *sent);
void chan_send_engine_envelope(size_t node, uint32_t tag);

// The next message of `node` that is not expected yet goes to `to`, as far as there is room.
void chan_expect_message(struct chan_stream *stream, size_t node, void *to, size_t room, size_t bytes);
// The same for one whose data comes next, before all that is expected.
void chan_expect_next(struct chan_stream *stream, size_t node, void *to, size_t room, size_t bytes);
// The message that comes next from `node` goes on to `to`, by another stream.
void chan_redirect(struct chan_stream *stream, size_t node, void *to, size_t room);

// For calls that wait for a certain packet, while nothing goes out. They leave every other packet to chan_move.
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

// Waits for a packet: is it the envelope of a rank with a hart? Then it is taken.
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

// The same for a clear to send of `node`.
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

// Takes a message whose data is the next packet from `node`. False: another packet comes between, and `stream` takes the rest of the data.
bool chan_await_message(struct chan_stream *stream, size_t node, void *to, size_t room, size_t bytes);

// For a caller that tests without waiting: how many steps of progress it should make at least. Changes nothing.
static inline uint32_t chan_arrived(void)
{
    return (chan_state.news.event != CHAN_NOTHING) + fsl_words();
}

// Puts the words that there are places for.
void chan_put_words(void);
// Takes the words that are there of a packet; waits for them when nothing goes out.
void chan_take_words(void);

// Moves words in both directions; is there any news? Without words and places it changes nothing.
static inline bool chan_move(void)
{
    if (chan_state.out.busy)
        chan_put_words();
    if (chan_state.news.event == CHAN_NOTHING && fsl_has_word())
        chan_take_words();
    return chan_state.news.event != CHAN_NOTHING;
}

// Only what comes can help: waits for it, unless something is going out.
static inline void chan_await_words(void)
{
    if (!chan_state.out.busy && chan_state.news.event == CHAN_NOTHING)
        chan_take_words();
}

#if CHAN_HAS_BARRIER

// An open TMD-MPE takes a packet to the own node for the order of a barrier of so many ranks, and answers by one (devices/src/tmd/mpe).
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

// Takes the event and makes place for the next one. The other members of the news stay valid until something is sent or moved.
static inline enum chan_event chan_take_news(void)
{
    enum chan_event event = chan_state.news.event;
    chan_state.news.event = CHAN_NOTHING;
    return event;
}

#endif
