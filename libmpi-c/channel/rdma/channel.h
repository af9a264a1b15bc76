// Channel `rdma`: packets by NI messages and one-packet RDMA writes into one hardware queue per rank; bulk data by
// RDMA reads. This header is the interface for the layer above; code that every message runs is inline.
#ifndef CHANNEL_H
#define CHANNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "channel/rdma/layout.h"
#include "channel/without/memory.h"
#include "channel_kind.h"
#include "mark/phase.h"

enum chan_status { CHAN_OK, CHAN_NO_RESOURCE };

// An address or a length in a node's memory, as it is sent.
typedef uint64_t chan_address;

enum {
    CHAN_SLOT_BYTES = 256,                         // one slot of the queue; one packet of the network
    CHAN_HEAD_BYTES = 16,
    CHAN_MAX_PAYLOAD = CHAN_SLOT_BYTES - CHAN_HEAD_BYTES,
    CHAN_MESSAGE_WORDS = 5,                        // payload of an NI message (Katsamani 2010 §3.1.2)
    CHAN_HEAD_WORDS = CHAN_HEAD_BYTES / NI_WORD_BYTES,
    CHAN_INLINE_PAYLOAD = (CHAN_MESSAGE_WORDS - CHAN_HEAD_WORDS) * NI_WORD_BYTES,
    CHAN_GET_MAX_BYTES = 4 << 20,                  // of one chan_get: counters have 24 bits, sign included
    // The layer above keeps the source node in the second word of a head.
    CHAN_HEAD_NODE_SHIFT = 48,
    CHAN_HEAD_NODE_MASK = 0xffff,
};
#define CHAN_HEAD_NODE_FIELD "48:16"

// A packet as it lies in the queue. The head belongs to the layer above.
struct chan_packet {
    uint64_t head[2];
    _Alignas(8) unsigned char payload[CHAN_MAX_PAYLOAD];
};

// Flow control with one other rank. The counts run freely; only differences matter.
struct chan_peer {
    ni_word queue;      // its queue, as an address that all nodes can use
    uint32_t sent;      // packets sent to the peer
    uint32_t limit;     // `sent` may go up to here: the count it had consumed at the last look, plus the window
    uint32_t consumed;  // packets from it that are consumed here
    uint32_t no_credit; // sends that had to wait because the peer had not consumed enough
    uint64_t padding;   // makes the size a power of two, so that an index is a shift
};

struct chan_state {
    struct chan_peer *peer;
    uintptr_t command;       // the command buffer to be used next
    uint64_t origin;         // this node, as it stands in the second word of a head
    unsigned char *slots;
    unsigned node, nodes;
    ni_word head;            // packets consumed; as wide as the hardware's count of packets that have come
    uint32_t slot_mask;      // number of slots − 1
    uint32_t window;         // packets that one sender may have unconsumed here
    size_t credit_mask;      // credit is returned when these bits of a peer's count are zero
    // How often a fast path could not be used. Each is counted only on the slow path that replaces it.
    uint32_t no_command;     // sends and gets that found no free command buffer
    uint32_t no_flag;        // rendezvous that will end with a packet
    uint32_t no_get;         // rendezvous that had to wait for a get of another one
    unsigned barrier_set;
    uint32_t no_own_counter;        // one-sided transfers that found no free counter of their own
};

extern struct chan_state chan_state;
// A slot for each command buffer, from which it writes longer packets to a queue. Refilled only when the command is done.
extern unsigned char chan_staging[CHAN_COMMANDS][CHAN_SLOT_BYTES];

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

// Configures the NI, then waits until every rank has done so.
void chan_init(void);

// Waits until no command of this rank is left in its NI.
void chan_close(void);

// Is a command buffer free for the next command? Changes nothing.
static inline bool chan_command_free(void)
{
    return ni_load(chan_state.command, NI_CMD_HEAD) == 0;
}

static inline uintptr_t chan_take_command(void)
{
    _Static_assert((CHAN_COMMANDS & (CHAN_COMMANDS - 1)) == 0 && LAYOUT_COMMAND_LINE == 0, "the command behind the last is found by clearing a bit");
    uintptr_t command = chan_state.command;
    chan_state.command = (command + NI_LINE_BYTES) & ~(uintptr_t)(CHAN_COMMANDS * NI_LINE_BYTES);
    return command;
}

static inline uint32_t chan_limit(size_t node)
{
    return ni_load32(layout_credit(node)) + chan_state.window;
}

// May chan_send to `node` be called now? Changes nothing.
static inline bool chan_ready(size_t node)
{
    return chan_state.peer[node].sent != chan_limit(node) && chan_command_free();
}

static inline bool chan_has_credit(size_t node)
{
    struct chan_peer *peer = &chan_state.peer[node];
    if (__builtin_expect(peer->sent != peer->limit, 1))
        return true;
    peer->limit = chan_limit(node);
    if (peer->sent != peer->limit)
        return true;
    peer->no_credit++;
    return false;
}

// As chan_ready, for a caller that sends next. Reads a peer's credit only when needed. Counts failed attempts.
static inline bool chan_takes(size_t node)
{
    if (!chan_has_credit(node))
        return false;
    if (__builtin_expect(chan_command_free(), 1))
        return true;
    chan_state.no_command++;
    return false;
}

// Users' buffers may hold objects of any type.
typedef uint64_t __attribute__((may_alias)) chan_word64;
typedef uint32_t __attribute__((may_alias)) chan_word32;
typedef uint16_t __attribute__((may_alias)) chan_word16;
enum { CHAN_ALIGNMENT = sizeof(chan_word64) };

// Is it aligned as chan_copy_words requires and payloads are?
static inline bool chan_is_aligned(const void *buffer)
{
    return (uintptr_t)buffer % CHAN_ALIGNMENT == 0;
}

// Copies four words. No loaded word is used at once, so the loads do not wait for each other.
static inline void chan_copy_four(chan_word64 *to, const chan_word64 *from)
{
    chan_word64 a = from[0], b = from[1], c = from[2], d = from[3];
    to[0] = a, to[1] = b, to[2] = c, to[3] = d;
}

// Copies between aligned places.
static inline void chan_copy_words(unsigned char *to, const unsigned char *from, size_t bytes)
{
    enum { WORD = sizeof(chan_word64), FOUR = 4 * WORD, EIGHT = 2 * FOUR };
    for (; bytes >= EIGHT; bytes -= EIGHT, to += EIGHT, from += EIGHT) {
        chan_copy_four((chan_word64 *)to, (const chan_word64 *)from);
        chan_copy_four((chan_word64 *)(to + FOUR), (const chan_word64 *)(from + FOUR));
    }
    if (bytes & FOUR) {
        chan_copy_four((chan_word64 *)to, (const chan_word64 *)from);
        to += FOUR, from += FOUR;
    }
    for (bytes %= FOUR; bytes >= WORD; bytes -= WORD, to += WORD, from += WORD)
        *(chan_word64 *)to = *(const chan_word64 *)from;
    if (bytes & 4) {
        *(chan_word32 *)to = *(const chan_word32 *)from;
        to += 4, from += 4;
    }
    if (bytes & 2) {
        *(chan_word16 *)to = *(const chan_word16 *)from;
        to += 2, from += 2;
    }
    if (bytes & 1)
        *to = *from;
}

// Copies to or from a payload.
static inline void chan_copy(unsigned char *to, const unsigned char *from, size_t bytes)
{
    if (chan_is_aligned(to) && chan_is_aligned(from))
        chan_copy_words(to, from, bytes);
    else
        memcpy(to, from, bytes);
}

static inline void chan_store_head(uintptr_t line, unsigned word, uint64_t head0, uint64_t head1)
{
#if NI_WORD_BYTES == 8
    ni_store(line, word, head0);
    ni_store(line, word + 1, head1);
#else
    ni_store(line, word, (ni_word)head0);
    ni_store(line, word + 1, (ni_word)(head0 >> 32));
    ni_store(line, word + 2, (ni_word)head1);
    ni_store(line, word + 3, (ni_word)(head1 >> 32));
#endif
}

// Begins an NI message to a rank's queue with the head of a packet.
static inline void chan_message_open(uintptr_t command, ni_word queue, uint64_t head0, uint64_t head1)
{
    ni_store(command, NI_CMD_MSG_DST, queue);
    ni_store(command, NI_CMD_MSG_ACK, 0);
    chan_store_head(command, NI_CMD_MSG_DATA, head0, head1);
}

// Sends the message, with `bytes` bytes of head and payload: a multiple of NI_WORD_BYTES.
static inline void chan_message_close(uintptr_t command, size_t bytes)
{
    ni_store(command, NI_CMD_HEAD, (ni_word)NI_OP_MESSAGE << NI_CMD_OPCODE_SHIFT | bytes);
}

// Is it one aligned element of 32 bits?
static inline bool chan_is_half(const void *buffer, size_t bytes)
{
    return bytes == sizeof(chan_word32) && (uintptr_t)buffer % sizeof(chan_word32) == 0;
}

// May chan_send be used on the fast path for this payload, because it needs no call?
static inline bool chan_sends_in_line(const void *payload, size_t bytes)
{
    return bytes == 0 || (bytes <= CHAN_INLINE_PAYLOAD && (chan_is_aligned(payload) || chan_is_half(payload, bytes)));
}

// Sends a packet without payload by an NI message.
static inline void chan_send_empty(uintptr_t command, ni_word queue, uint64_t head0, uint64_t head1)
{
    PHASE(issue)
    chan_message_open(command, queue, head0, head1);
    chan_message_close(command, CHAN_HEAD_BYTES);
}

// The same with a payload of 1 to CHAN_INLINE_PAYLOAD bytes. The last word may hold bytes behind the payload; nobody reads them.
static inline void chan_send_words(uintptr_t command, ni_word queue, uint64_t head0, uint64_t head1, const void *payload,
                                   size_t bytes)
{
    PHASE(issue)
    enum { TO = NI_CMD_MSG_DATA + CHAN_HEAD_WORDS };
    typedef ni_word __attribute__((may_alias)) word;
    const word *from = payload;
    chan_message_open(command, queue, head0, head1);
    size_t words = (bytes + NI_WORD_BYTES - 1) / NI_WORD_BYTES;
    ni_store(command, TO, chan_is_half(payload, bytes) ? *(const chan_word32 *)payload : *from);
    for (size_t i = 1; i < words; i++)
        ni_store(command, TO + i, from[i]);
    chan_message_close(command, CHAN_HEAD_BYTES + words * NI_WORD_BYTES);
}

// The same with a longer payload, by a write from the command buffer's staging slot.
static inline void chan_send_staged(uintptr_t command, ni_word queue, uint64_t head0, uint64_t head1, const void *payload,
                                    size_t bytes)
{
    PHASE(issue)
    struct chan_packet *packet = (struct chan_packet *)chan_staging[(command - layout_command(0)) / NI_LINE_BYTES];
    packet->head[0] = head0;
    packet->head[1] = head1;
    chan_copy(packet->payload, payload, bytes);
    ni_order();
    ni_store(command, NI_CMD_SRC, ni_global(chan_state.node, (uintptr_t)packet));
    ni_store(command, NI_CMD_DST, queue);
    ni_store(command, NI_CMD_ACK, 0);
    ni_store(command, NI_CMD_HEAD, (ni_word)NI_OP_RDMA_WRITE << NI_CMD_OPCODE_SHIFT | (CHAN_HEAD_BYTES + bytes));
}

// Sends a packet whose payload, of any length but 0, is not aligned.
void chan_send_unaligned(uintptr_t command, ni_word queue, uint64_t head0, uint64_t head1, const void *payload, size_t bytes);

// Sends one packet of at most CHAN_MAX_PAYLOAD bytes. chan_takes must be true. The payload may be overwritten at once.
static inline __attribute__((always_inline)) void chan_send(size_t node, uint64_t head0, uint64_t head1,
                                                            const void *payload, size_t bytes)
{
    struct chan_peer *peer = &chan_state.peer[node];
    uintptr_t command = chan_take_command();
    peer->sent++;
    if (bytes == 0)
        chan_send_empty(command, peer->queue, head0, head1);
    else if (!chan_is_aligned(payload) && !chan_is_half(payload, bytes))
        chan_send_unaligned(command, peer->queue, head0, head1, payload, bytes);
    else if (bytes <= CHAN_INLINE_PAYLOAD)
        chan_send_words(command, peer->queue, head0, head1, payload, bytes);
    else
        chan_send_staged(command, peer->queue, head0, head1, payload, bytes);
}

// The same as a function call, for places where code size matters more than time.
void chan_send_out_of_line(size_t node, uint64_t head0, uint64_t head1, const void *payload, size_t bytes);

// Returns how many packets wait. Changes nothing.
static inline uint32_t chan_arrived(void)
{
    return (uint32_t)(ni_load(layout_queue(), NI_QUEUE_TAIL) - chan_state.head);
}

// Returns the oldest packet that has arrived. chan_arrived() must not be 0.
static inline const struct chan_packet *chan_front(void)
{
    ni_order();
    size_t slot = chan_state.head & chan_state.slot_mask;
    return (const struct chan_packet *)(chan_state.slots + slot * CHAN_SLOT_BYTES);
}

// Where the next packet comes, from any node, and the new head of the queue: computed early, when there is time.
struct chan_front {
    const struct chan_packet *packet;
    ni_word tail;  // of the queue before the packet has come
    ni_word head;  // of the queue after it is freed
};

static inline struct chan_front chan_expect(size_t node)
{
    (void)node;
    ni_word head = chan_state.head, next = head + 1;
    size_t slot = head & chan_state.slot_mask;
    __asm__("" : "+r"(next));  // else the compiler would compute it later, when time matters
    return (struct chan_front){(const struct chan_packet *)(chan_state.slots + slot * CHAN_SLOT_BYTES), head, next};
}

// Waits for the next packet.
static inline bool chan_await(const struct chan_front *front)
{
    while (ni_load(layout_queue(), NI_QUEUE_TAIL) == front->tail)
        ;
    ni_order();
    return true;
}

// Returns the packet for which chan_await waited.
static inline const struct chan_packet *chan_awaited(const struct chan_front *front)
{
    return front->packet;
}

// May chan_copy_out be used on the fast path, because it needs no call and few registers? For no bytes, or one aligned element of 1, 2, 4 or 8 bytes.
static inline bool chan_copies_in_line(const void *to, size_t bytes)
{
    return bytes == 0 || chan_is_half(to, bytes) || (bytes == sizeof(chan_word64) && chan_is_aligned(to)) ||
           (bytes <= sizeof(chan_word16) && ((uintptr_t)to & (bytes - 1)) == 0);
}

// Copies an aligned payload to the user's buffer.
static inline __attribute__((always_inline)) void chan_copy_out(unsigned char *to, const unsigned char *payload, size_t bytes)
{
    if (bytes == 0)
        return;
    if (!chan_copies_in_line(to, bytes))
        chan_copy(to, payload, bytes);
    else if (bytes == sizeof(chan_word32))
        *(chan_word32 *)to = *(const chan_word32 *)payload;
    else if (bytes == sizeof(chan_word64))
        *(chan_word64 *)to = *(const chan_word64 *)payload;
    else if (bytes == 1)
        *to = *payload;
    else
        *(chan_word16 *)to = *(const chan_word16 *)payload;
}

// Frees the slot of the packet for which chan_await waited, which came from `node`, and returns credit at intervals. Every
// full window contains such a point, so no sender waits for ever.
static inline void chan_release_front(const struct chan_front *front, size_t node)
{
    struct chan_peer *peer = &chan_state.peer[node];
    size_t consumed = (size_t)peer->consumed + 1;
    chan_state.head = front->head;
    ni_store(layout_queue(), NI_QUEUE_HEAD, front->head);
    peer->consumed = (uint32_t)consumed;
    if ((consumed & chan_state.credit_mask) == 0)
        ni_remote_store32(ni_global(node, layout_credit(chan_state.node)), (uint32_t)consumed);
}

// The same for the oldest packet that has arrived.
static inline void chan_release(size_t node)
{
    struct chan_front front = chan_expect(node);
    chan_release_front(&front, node);
}

// Completion flags: words in scratchpad that another node raises to 1.
// Takes a lowered flag. Returns -1 if all are in use.
int chan_flag_take(void);
void chan_flag_give_back(unsigned flag);

static inline bool chan_flag_raised(unsigned flag)
{
    return ni_load(layout_flag(flag), 0) != 0;
}

static inline void chan_flag_raise(unsigned node, unsigned flag)
{
    ni_remote_store(ni_global(node, layout_flag(flag)), 1);
}

// A barrier of all ranks, by a tree of counters. arrive: this rank has come. passed: have all ranks?
#define CHAN_HAS_BARRIER 1
void chan_barrier_arrive(void);

static inline bool chan_barrier_passed(void)
{
    return ni_load(layout_barrier_flag(chan_state.barrier_set), 0) != 0;
}

// Cells: a few words from one rank to another by remote stores. All ranks take part in each exchange; its number goes up by 1. A rank
// that stores into a cell knows that the cell's owner has left the exchange before the last one.

static inline ni_word chan_cell_open(size_t node, unsigned exchange, unsigned cell)
{
    return ni_global(node, layout_cell(exchange, cell));
}

static inline void chan_cell_store(ni_word cell, unsigned word, ni_word value)
{
    ni_remote_store(cell + word * NI_WORD_BYTES, value);
}

// Marks the words as complete. Stores to one node stay in order.
static inline void chan_cell_close(ni_word cell, unsigned exchange)
{
    ni_remote_store(cell + CHAN_CELL_WORDS * NI_WORD_BYTES, exchange);
}

static inline bool chan_cell_came(unsigned exchange, unsigned cell)
{
    return ni_load(layout_cell(exchange, cell), CHAN_CELL_WORDS) == exchange;
}

static inline ni_word chan_cell_load(unsigned exchange, unsigned cell, unsigned word)
{
    return ni_load(layout_cell(exchange, cell), word);
}

// RDMA reads. Takes a get. Returns -1 if all are in use.
int chan_get_take(void);
void chan_get_give_back(unsigned get);

// Starts to copy `bytes` (1 to CHAN_GET_MAX_BYTES) from `remote` in node `node` to `local`. When all bytes have
// arrived, `get` is done; unless `flag` is negative, that flag of the other node is raised, too.
enum chan_status chan_get_start(unsigned get, unsigned node, uint64_t remote, void *local, size_t bytes, int flag);

static inline bool chan_get_done(unsigned get)
{
    bool done = ni_load(layout_get_flag(get), 0) != 0;
    ni_order();
    return done;
}

// One-sided transfers, without help of the other node's hart. A transfer counter is minus the bytes under way: starting a transfer
// subtracts its bytes, and each packet written, here or there, adds its own. The first CHAN_NODE_COUNTERS count all transfers to
// and from certain nodes.
void chan_counters_open(void) __attribute__((cold));  // call before the first transfer; later calls do nothing

static inline unsigned chan_counter_of(unsigned node)
{
    return node % CHAN_NODE_COUNTERS;
}

// Takes a counter for a single transfer. Returns -1 if all are in use. Must be idle when given back.
int chan_counter_take(void);
void chan_counter_give_back(unsigned counter);

// Start to copy `bytes` (1 to CHAN_GET_MAX_BYTES) to another node's memory, or from it.
enum chan_status chan_put(unsigned counter, unsigned node, uint64_t remote, const void *local, size_t bytes);
enum chan_status chan_get(unsigned counter, unsigned node, uint64_t remote, void *local, size_t bytes);

// May a transfer of `bytes` be started on this counter now? Changes nothing.
bool chan_counter_ready(unsigned counter, size_t bytes);

// Are all transfers started on this counter complete? Changes nothing.
static inline bool chan_counter_idle(unsigned counter)
{
    bool idle = ni_load(layout_transfer_counter(counter), NI_COUNTER_VALUE) == 0;
    ni_order();
    return idle;
}

#endif
