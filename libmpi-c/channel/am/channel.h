// Channel `am`: active messages by the GAScore of each node (Willenberg and Chow 2013 §3.1). A packet is one message: a short one
// with head and payload as arguments, or a long one whose payload the hardware writes into a slot at the receiver. This header is
// the interface for the layer above; code that every message runs is inline.
//
// One request is under way at a time: a request is put only after the one before has been accepted, so no put waits. A rank that
// waits for that takes handler calls off the link into memory. Credit bounds their number. So no ring of full FIFOs can deadlock.
#ifndef CHANNEL_H
#define CHANNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "channel/without/barrier.h"
#include "channel/without/memory.h"
#include "channel_kind.h"
#include "hal/gascore.h"
#include "hal/order.h"
#include "mark/phase.h"

// Packets that a rank may send to another rank before that one consumes them: a power of two.
#ifndef AM_WINDOW
#define AM_WINDOW 8
#endif

// Bytes of a packet, and of its slot at the receiver: a power of two.
#ifndef AM_SLOT_BYTES
#define AM_SLOT_BYTES 512
#endif

// Payloads of up to this many bytes travel as arguments. Longer payloads are faster as long messages.
#ifndef AM_SHORT_BYTES
#define AM_SHORT_BYTES 40
#endif

// Longer messages whose buffers are aligned to words go by rendezvous: the hardware writes them into the receiver's buffer.
#ifndef AM_DIRECT_LIMIT
#define AM_DIRECT_LIMIT 1024
#endif

enum chan_status { CHAN_OK, CHAN_NO_RESOURCE };

// An address or a length in a node's memory, as it is sent.
typedef uint32_t chan_address;

enum {
    CHAN_WORD = sizeof(uint32_t),
    CHAN_HEAD_BYTES = 16,
    CHAN_MAX_PAYLOAD = AM_SLOT_BYTES - CHAN_HEAD_BYTES,
    // The layer above keeps the source node in the second word of a head. Only the lower half of that word is sent.
    CHAN_HEAD_NODE_SHIFT = 8,
    CHAN_HEAD_NODE_MASK = 0xff,
    CHAN_HEAD_ARGUMENTS = 3,  // 32-bit words of a head that are sent
    CHAN_INLINE_PAYLOAD = AM_SHORT_BYTES,
    CHAN_WRITE_MAX_BYTES = GASCORE_LONG_BYTES,
    CHAN_DIRECT_LIMIT = AM_DIRECT_LIMIT,
    CHAN_NO_PACKET = 0xff,  // the kind that chan_front returns if no packet has come
};
#define CHAN_HEAD_NODE_FIELD "8:8"

_Static_assert((AM_WINDOW & (AM_WINDOW - 1)) == 0 && AM_WINDOW >= 2, "AM_WINDOW must be a power of two, 2 at least");
_Static_assert((AM_SLOT_BYTES & (AM_SLOT_BYTES - 1)) == 0 && AM_SLOT_BYTES >= 64,
               "AM_SLOT_BYTES must be a power of two, 64 at least");
_Static_assert(CHAN_MAX_PAYLOAD <= GASCORE_LONG_BYTES, "a packet's payload must fit a long message (gascore.long_bytes)");
_Static_assert(AM_SHORT_BYTES % 4 == 0 && AM_SHORT_BYTES >= 0, "AM_SHORT_BYTES must be a multiple of 4");
_Static_assert(CHAN_HEAD_ARGUMENTS + AM_SHORT_BYTES / CHAN_WORD <= GASCORE_ARGUMENTS,
               "AM_SHORT_BYTES and a head must fit into a message's arguments (gascore.arguments_max)");
// The hardware takes a short message's two words at once, and its link has 16 places for the arguments.
_Static_assert(CHAN_HEAD_ARGUMENTS + AM_SHORT_BYTES / CHAN_WORD <= 16, "AM_SHORT_BYTES must be 52 at most");

// Handler codes of the channel's calls: this bit, the kind of call, and in the lowest byte the sending node, because a GAScore does
// not say which node sent a call. All other codes belong to GASNet.
enum chan_code {
    CHAN_CODE = 0x8000,
    CHAN_CODE_PACKET = CHAN_CODE,          // arguments: the head, and the payload unless it was written
    CHAN_CODE_CREDIT = CHAN_CODE | 0x100,  // argument: how many packets from the receiver of this call the sender has consumed
    CHAN_CODE_HELLO = CHAN_CODE | 0x200,   // argument: where the sender has the slots for packets from this call's receiver
    CHAN_CODE_PIECE = CHAN_CODE | 0x300,   // a part of a message has been written
    CHAN_CODE_KIND = 0xff00,
};

// A packet as it lies in its slot. The head belongs to the layer above.
struct chan_packet {
    uint64_t head[2];
    _Alignas(8) unsigned char payload[CHAN_MAX_PAYLOAD];
};

// Flow control with one other rank. The counts run freely; only differences matter.
struct chan_peer {
    uint32_t sent;      // packets sent to the peer
    uint32_t limit;     // all packets that may ever be sent to it
    uint32_t came;      // packets that have come from it
    uint32_t consumed;  // those of them that are consumed
    struct chan_packet *slots;  // slots here for its packets
    uint32_t remote_slots;      // address of the slots there for packets of this node
    uint32_t no_credit;         // sends that had to wait because the peer had not consumed enough
};

struct chan_state {
    struct chan_peer *peer;
    const struct chan_packet **queue;  // the packets that have come, in order
    uint32_t queue_mask;
    uint32_t queue_head, queue_tail;  // packets taken, packets put; run freely
    uint32_t given, accepted;         // requests given and accepted; they differ by 1 at most
    unsigned node, nodes;
    uint32_t origin;  // this node, as it stands in the second word of a head
    uint32_t stalled;    // sends that had to wait for the request before them
    uint32_t unaligned;  // messages not written because a buffer was not aligned
    // For GASNet, if the program uses it: keep_other moves the rest of a call into memory, run_others runs the handlers of such calls.
    void (*keep_other)(uint32_t head, uint32_t token);
    void (*run_others)(void);
    uint32_t others;  // calls moved into memory since the last run_others
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

static inline uint64_t chan_origin(void)
{
    return chan_state.origin;
}

// Sends every rank the address of its slots here, and waits until all ranks have done so.
void chan_init(void) __attribute__((cold));

// Waits until the last request has been accepted and all credit has come, that is, until others have consumed what this rank has sent.
void chan_close(void) __attribute__((cold));

// ---- Requests

// Ends the run: the hardware dropped the last request.
_Noreturn void chan_dropped(void) __attribute__((cold));

// Takes the completion word of the last request, which must be there.
static inline void chan_take_completion(void)
{
    chan_state.accepted++;
    if (__builtin_expect(gascore_get(GASCORE_LINK_COMPLETIONS) == 0, 0))
        chan_dropped();
}

// Has the request been accepted after which chan_state.given was `ticket`? Changes nothing.
static inline bool chan_has_left(uint32_t ticket)
{
    return (int32_t)(chan_state.accepted - ticket) >= 0 || gascore_has_word(GASCORE_LINK_COMPLETIONS);
}

// May a request be given now? chan_idle is for a caller that gives one next. chan_may_idle changes nothing.
static inline bool chan_may_idle(void)
{
    return chan_has_left(chan_state.given);
}

static inline bool chan_idle(void)
{
    if (__builtin_expect(chan_state.given == chan_state.accepted, 1))
        return true;
    if (!gascore_has_word(GASCORE_LINK_COMPLETIONS))
        return false;
    chan_take_completion();
    return true;
}

// Waits until a request may be given. Takes handler calls off the link meanwhile.
void chan_await_idle(void);

// Begins a request with `arguments` arguments. chan_idle must hold, and the caller must put the arguments at once.
static inline void chan_request(uint32_t type, enum chan_code code, size_t node, uint32_t arguments)
{
    chan_state.given++;
    hal_order();
    gascore_put(GASCORE_LINK_REQUESTS, type | code | chan_state.node | arguments << GASCORE_TYPE_ARGUMENTS_SHIFT);
    gascore_put(GASCORE_LINK_REQUESTS, node);
}

// ---- Sending

// The hart never waits for a command buffer.
static inline bool chan_command_free(void)
{
    return true;
}

static inline bool chan_has_credit(const struct chan_peer *peer)
{
    return peer->sent != peer->limit;
}

// May chan_send to `node` be called now? Changes nothing.
static inline bool chan_ready(size_t node)
{
    return chan_has_credit(&chan_state.peer[node]) && chan_may_idle();
}

// As chan_ready, for a caller that sends next. Counts failed attempts.
static inline bool chan_takes(size_t node)
{
    struct chan_peer *peer = &chan_state.peer[node];
    if (__builtin_expect(!chan_has_credit(peer), 0)) {
        peer->no_credit++;
        return false;
    }
    if (__builtin_expect(!chan_idle(), 0)) {
        chan_state.stalled++;
        return false;
    }
    return true;
}

typedef uint32_t __attribute__((may_alias)) chan_word;

static inline bool chan_is_aligned(const void *address)
{
    return ((uintptr_t)address & (CHAN_WORD - 1)) == 0;
}

static inline uint32_t chan_words(size_t bytes)
{
    return (bytes + CHAN_WORD - 1) / CHAN_WORD;
}

static inline void chan_put_head(uint64_t head0, uint64_t head1)
{
    gascore_put(GASCORE_LINK_REQUESTS, (uint32_t)head0);
    gascore_put(GASCORE_LINK_REQUESTS, (uint32_t)(head0 >> 32));
    gascore_put(GASCORE_LINK_REQUESTS, (uint32_t)head1);
}

// Can the payload be sent as arguments directly from its buffer?
static inline bool chan_sends_in_line(const void *payload, size_t bytes)
{
    return bytes == 0 || (bytes <= CHAN_INLINE_PAYLOAD && chan_is_aligned(payload));
}

// Sends a packet with such a payload. The last word may hold bytes behind the payload; they are sent, and nobody reads them.
static inline __attribute__((always_inline)) void chan_send_words(size_t node, uint64_t head0, uint64_t head1, const void *payload,
                                                                  size_t bytes)
{
    PHASE(issue)
    const chan_word *word = payload;
    uint32_t words = chan_words(bytes);
    chan_state.peer[node].sent++;
    chan_request(GASCORE_TYPE_SHORT, CHAN_CODE_PACKET, node, CHAN_HEAD_ARGUMENTS + words);
    chan_put_head(head0, head1);
    for (; words != 0; words--)
        gascore_put(GASCORE_LINK_REQUESTS, *word++);
    PHASE(sent)
}

// Sends one packet of at most CHAN_MAX_PAYLOAD bytes. chan_takes must be true. The payload may be overwritten at once.
void chan_send_out_of_line(size_t node, uint64_t head0, uint64_t head1, const void *payload, size_t bytes);

static inline __attribute__((always_inline)) void chan_send(size_t node, uint64_t head0, uint64_t head1, const void *payload,
                                                            size_t bytes)
{
    if (chan_sends_in_line(payload, bytes))
        chan_send_words(node, head0, head1, payload, bytes);
    else
        chan_send_out_of_line(node, head0, head1, payload, bytes);
}

// Can a message be written from `from` to `to`? Both must be aligned to words. Counts messages for which that is false.
static inline bool chan_writes(uint32_t to, const void *from)
{
    bool writes = ((to | (uintptr_t)from) & (CHAN_WORD - 1)) == 0;
    chan_state.unaligned += !writes;
    return writes;
}

// Writes `bytes` (1 to CHAN_WRITE_MAX_BYTES) from `from` to `to` in the memory of `node`. chan_writes and chan_takes must be true. The
// data has been read when chan_has_left(chan_state.given) is true. chan_write_packet also sends a packet with this head and no
// payload, which arrives when this data and all data before it are written.
void chan_write(size_t node, uint32_t to, const void *from, size_t bytes);
void chan_write_packet(size_t node, uint64_t head0, uint64_t head1, uint32_t to, const void *from, size_t bytes);

// ---- Receiving

// Takes the oldest handler call off the link, which must have one, and returns its token. A packet goes to the end of the queue; a call
// of GASNet is passed to keep_other. chan_take_own takes the rest of one of the channel's own calls.
void chan_take_call(void);
void chan_take_own(uint32_t head, uint32_t token);

// Runs the handlers of the calls of GASNet that are kept in memory.
void chan_run_others(void);

// Counts waiting packets, calls of GASNet kept in memory, and 1 if there are calls on the link. Changes nothing.
static inline uint32_t chan_arrived(void)
{
    return chan_state.queue_tail - chan_state.queue_head + chan_state.others + gascore_has_word(GASCORE_LINK_CALLS);
}

static inline bool chan_queue_is_empty(void)
{
    return chan_state.queue_head == chan_state.queue_tail;
}

static inline const struct chan_packet *chan_queue_front(void)
{
    return chan_state.queue[chan_state.queue_head & chan_state.queue_mask];
}

// Returns the oldest packet. chan_arrived() must not be 0. If what waited was no packet, the kind is CHAN_NO_PACKET.
const struct chan_packet *chan_front(void);

// The next packet, from any node.
struct chan_front {
    uint32_t head;
};

static inline struct chan_front chan_expect(size_t node)
{
    (void)node;
    return (struct chan_front){chan_state.queue_head};
}

// Waits for the next packet.
static inline bool chan_await(const struct chan_front *front)
{
    while (front->head == *(volatile uint32_t *)&chan_state.queue_tail) {
        if (gascore_has_word(GASCORE_LINK_CALLS))
            chan_take_call();
        if (__builtin_expect(chan_state.others != 0, 0))
            chan_run_others();
    }
    hal_order();
    return true;
}

// Returns the packet for which chan_await waited.
static inline const struct chan_packet *chan_awaited(const struct chan_front *front)
{
    return chan_state.queue[front->head & chan_state.queue_mask];
}

// May chan_copy_out be used on the fast path, because it needs no call and few registers? For no bytes, one or two aligned words.
static inline bool chan_copies_in_line(const void *to, size_t bytes)
{
    return bytes == 0 || ((bytes == CHAN_WORD || bytes == 2 * CHAN_WORD) && chan_is_aligned(to));
}

// Copies an aligned payload to the user's buffer.
static inline __attribute__((always_inline)) void chan_copy_out(unsigned char *to, const unsigned char *payload, size_t bytes)
{
    if (bytes == 0)
        return;
    if (!chan_copies_in_line(to, bytes)) {
        memcpy(to, payload, bytes);
        return;
    }
    *(chan_word *)to = *(const chan_word *)payload;
    if (bytes != CHAN_WORD)
        ((chan_word *)to)[1] = ((const chan_word *)payload)[1];
}

// Tells `node` how many of its packets this node has consumed.
void chan_send_credit(size_t node);

// Frees the slot of the packet for which chan_await waited, which came from `node`. Returns credit every AM_WINDOW / 2 packets.
static inline void chan_release_front(const struct chan_front *front, size_t node)
{
    chan_state.queue_head = front->head + 1;
    if ((++chan_state.peer[node].consumed & (AM_WINDOW / 2 - 1)) == 0)
        chan_send_credit(node);
}

// The same for the oldest packet that has arrived.
static inline void chan_release(size_t node)
{
    struct chan_front front = chan_expect(node);
    chan_release_front(&front, node);
}

#endif
