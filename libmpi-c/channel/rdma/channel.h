// Channel `rdma`: packets through NI messages and one-packet RDMA writes into a hardware queue a rank, bulk data
// through RDMA reads. What the layer above may use; the parts that every message runs through are inline.
#ifndef CHANNEL_H
#define CHANNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "channel/rdma/layout.h"
#include "channel_kind.h"
#include "mark/phase.h"

enum chan_status { CHAN_OK, CHAN_NO_RESOURCE };

enum {
    CHAN_SLOT_BYTES = 256,                         // one slot of the queue, one packet of the network
    CHAN_HEAD_BYTES = 16,
    CHAN_MAX_PAYLOAD = CHAN_SLOT_BYTES - CHAN_HEAD_BYTES,
    CHAN_MESSAGE_WORDS = 5,                        // payload of an NI message (Katsamani 2010 §3.1.2)
    CHAN_HEAD_WORDS = CHAN_HEAD_BYTES / NI_WORD_BYTES,
    CHAN_INLINE_PAYLOAD = (CHAN_MESSAGE_WORDS - CHAN_HEAD_WORDS) * NI_WORD_BYTES,
    CHAN_GET_MAX_BYTES = 4 << 20,                  // of one chan_get: counters have 24 bits and a sign
    // Where the layer above keeps the source node in the second word of a head.
    CHAN_HEAD_NODE_SHIFT = 32,
    CHAN_HEAD_NODE_MASK = 0xffff,
};
#define CHAN_HEAD_NODE_FIELD "32:16"
#define CHAN_COPY_CALLS 0    // to copy a payload calls nothing that the expected way has no registers for

// A packet as it lies in the queue. The head belongs to the layer above.
struct chan_packet {
    uint64_t head[2];
    _Alignas(8) unsigned char payload[CHAN_MAX_PAYLOAD];
};

// Flow control with one other rank. The counts run freely; only differences matter.
struct chan_peer {
    uint32_t sent;      // packets sent to it
    uint32_t limit;     // `sent` may go up to here: what it had consumed when last looked at, and the window
    uint32_t consumed;  // packets of it that are consumed here
    uint32_t no_credit; // sends that had to wait for it to consume
};

struct chan_state {
    struct chan_peer *peer;
    uintptr_t command;       // the command buffer to be used next
    unsigned char *slots;
    unsigned node, nodes;
    uint32_t head;           // packets consumed
    uint32_t slot_mask;      // number of slots − 1
    uint32_t window;         // packets that a sender may have unconsumed here
    uint32_t credit_mask;    // credit goes back whenever these bits of a peer's count are zero
    // How often the fast ways were not there, each counted only on the slow way that it leads to.
    uint32_t no_command;     // sends and gets that found no free command buffer
    uint32_t no_flag;        // rendezvous that will end with a packet
    uint32_t no_get;         // rendezvous that had to wait for another one
    unsigned barrier_set;
    uint32_t no_own_counter;        // one-sided transfers that would have had a counter for themselves
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

// Ends the run of all ranks with an error class and a sentence.
_Noreturn void chan_fatal(int code, const char *text);

// Configures the NI, then waits until every rank has done so.
void chan_init(void);

// Waits until nothing of this rank is left in its NI's command buffers.
void chan_close(void);

// A command buffer is free for the next command. Changes nothing.
static inline bool chan_command_free(void)
{
    return ni_load(chan_state.command, NI_CMD_HEAD) == 0;
}

static inline uintptr_t chan_take_command(void)
{
    uintptr_t command = chan_state.command, next = command + NI_LINE_BYTES;
    chan_state.command = __builtin_expect(next == layout_command(CHAN_COMMANDS), 0) ? layout_command(0) : next;
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

// Copies a packet into the staging slot of a command buffer and sends it from there.
void chan_send_staged(uintptr_t command, ni_word queue, uint64_t head0, uint64_t head1, const void *payload,
                      size_t bytes);

// Sends a packet whose words fit an NI message.
void chan_send_message(uintptr_t command, ni_word queue, uint64_t head0, uint64_t head1, const void *payload,
                       size_t bytes);

// As chan_ready, by one who wants to send: asks for a peer's credit only when it is needed, and counts what is missing.
static inline bool chan_takes(size_t node)
{
    if (!chan_has_credit(node))
        return false;
    if (__builtin_expect(chan_command_free(), 1))
        return true;
    chan_state.no_command++;
    return false;
}

// Sends one packet of at most CHAN_MAX_PAYLOAD bytes, which chan_takes; the payload may be overwritten at once.
static inline void chan_send(size_t node, uint64_t head0, uint64_t head1, const void *payload, size_t bytes)
{
    PHASE(issue)
    chan_state.peer[node].sent++;
    uintptr_t command = chan_take_command();
    ni_word queue = ni_global(node, layout_queue());
    if (bytes <= CHAN_INLINE_PAYLOAD)
        chan_send_message(command, queue, head0, head1, payload, bytes);
    else
        chan_send_staged(command, queue, head0, head1, payload, bytes);
}

// For ways that are long anyway: here the same.
static inline void chan_send_out_of_line(size_t node, uint64_t head0, uint64_t head1, const void *payload, size_t bytes)
{
    chan_send(node, head0, head1, payload, bytes);
}

// How many packets wait. Changes nothing.
static inline uint32_t chan_arrived(void)
{
    return (uint32_t)ni_load(layout_queue(), NI_QUEUE_TAIL) - chan_state.head;
}

// The oldest packet that has arrived, when chan_arrived() is not 0.
static inline const struct chan_packet *chan_front(void)
{
    ni_order();
    size_t slot = chan_state.head & chan_state.slot_mask;
    return (const struct chan_packet *)(chan_state.slots + slot * CHAN_SLOT_BYTES);
}

// There is nothing to be known of the next packet before it comes, from whichever node.
struct chan_front {
    char nothing;
};

static inline struct chan_front chan_expect(size_t node)
{
    (void)node;
    return (struct chan_front){0};
}

// Waits for the next packet.
static inline bool chan_await(const struct chan_front *front)
{
    (void)front;
    while (chan_arrived() == 0)
        ;
    return true;
}

// The packet that was awaited.
static inline const struct chan_packet *chan_awaited(const struct chan_front *front)
{
    (void)front;
    return chan_front();
}

// Copies a payload, which is aligned, to the user. Short ones are worth more code than a call.
static inline void chan_copy_out(unsigned char *to, const unsigned char *payload, size_t bytes)
{
    typedef uint64_t __attribute__((may_alias)) word;
    typedef uint32_t __attribute__((may_alias)) half;
    if (bytes == sizeof(word) && (uintptr_t)to % sizeof(word) == 0)
        *(word *)to = *(const word *)payload;
    else if (bytes == sizeof(half) && (uintptr_t)to % sizeof(half) == 0)
        *(half *)to = *(const half *)payload;
    else if (bytes != 0)
        memcpy(to, payload, bytes);
}

// Gives the slot of the oldest packet, which came from `node`, back to the queue, and credit to its sender. A window
// that is used up always contains a point where credit goes back, so that no sender waits for ever.
static inline void chan_release(size_t node)
{
    struct chan_peer *peer = &chan_state.peer[node];
    ni_store(layout_queue(), NI_QUEUE_HEAD, ++chan_state.head);
    if ((++peer->consumed & chan_state.credit_mask) == 0)
        ni_remote_store32(ni_global(node, layout_credit(chan_state.node)), peer->consumed);
}

// The same for the packet that was awaited.
static inline void chan_release_front(const struct chan_front *front, size_t node)
{
    (void)front;
    chan_release(node);
}

// Completion flags: words in scratchpad that another node raises to 1.
// Takes a lowered flag; -1 when all are in use.
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

#define CHAN_MALLOC malloc

// There is no memory that transfers reach better than other.
static inline void *chan_allocate(size_t bytes)
{
    (void)bytes;
    return NULL;
}

static inline bool chan_free(void *memory)
{
    (void)memory;
    return false;
}

// A barrier of all ranks, by a tree of counters: this one has come; have all?
#define CHAN_HAS_BARRIER 1
void chan_barrier_arrive(void);

static inline bool chan_barrier_passed(void)
{
    return ni_load(layout_barrier_flag(chan_state.barrier_set), 0) != 0;
}

// Cells: a few words from one rank to another by remote stores. Each exchange in which everybody takes part has a number, which goes up by 1; who puts something into a cell knows that its owner has left the exchange before the last one.

static inline ni_word chan_cell_open(size_t node, unsigned exchange, unsigned cell)
{
    return ni_global(node, layout_cell(exchange, cell));
}

static inline void chan_cell_store(ni_word cell, unsigned word, ni_word value)
{
    ni_remote_store(cell + word * NI_WORD_BYTES, value);
}

// The words are complete: stores to one node stay in order.
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

// RDMA reads. Takes a get; -1 when all are in use.
int chan_get_take(void);
void chan_get_give_back(unsigned get);

// Starts to copy `bytes` (1 to CHAN_GET_MAX_BYTES) from `remote` in node `node` to `local`. When all have arrived,
// `get` is done and, unless `flag` is negative, that flag of the other node is raised.
enum chan_status chan_get_start(unsigned get, unsigned node, uint64_t remote, void *local, size_t bytes, int flag);

static inline bool chan_get_done(unsigned get)
{
    bool done = ni_load(layout_get_flag(get), 0) != 0;
    ni_order();
    return done;
}

// One-sided transfers, which nobody at the other side has to know of. A transfer counter stands below zero by the bytes under way:
// starting a transfer subtracts its bytes, and each packet written, here or there, adds its own. The first CHAN_NODE_COUNTERS count
// everything that goes to or comes from certain nodes.
void chan_counters_open(void) __attribute__((cold));  // before the first transfer; a second time it does nothing

static inline unsigned chan_counter_of(unsigned node)
{
    return node % CHAN_NODE_COUNTERS;
}

// One for a single transfer; -1 when all are in use. Given back when it is idle.
int chan_counter_take(void);
void chan_counter_give_back(unsigned counter);

// Starts to copy `bytes` (1 to CHAN_GET_MAX_BYTES) to another node's memory, or from there.
enum chan_status chan_put(unsigned counter, unsigned node, uint64_t remote, const void *local, size_t bytes);
enum chan_status chan_get(unsigned counter, unsigned node, uint64_t remote, void *local, size_t bytes);

// May so much be started on this counter now? Changes nothing.
bool chan_counter_ready(unsigned counter, size_t bytes);

// Is everything in place that was started on this counter? Changes nothing.
static inline bool chan_counter_idle(unsigned counter)
{
    bool idle = ni_load(layout_transfer_counter(counter), NI_COUNTER_VALUE) == 0;
    ni_order();
    return idle;
}

#endif
