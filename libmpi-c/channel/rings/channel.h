// Channel `rings`: a ring of buffers in scratchpad from each rank to each; both ends of a buffer belong together permanently
// (Katsamani 2010 §3.1.3, §4.2). One RDMA write carries a packet. When the whole packet is in place, the hardware raises the
// ready flag in its head. This header is the interface for the layer above; code that every message runs is inline.
#ifndef CHANNEL_H
#define CHANNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "channel/rings/layout.h"
#include "channel_kind.h"
#include "mark/phase.h"

enum chan_status { CHAN_OK, CHAN_NO_RESOURCE };

// An address or a length in a node's memory, as it is sent.
typedef uint32_t chan_address;

enum {
    CHAN_HEAD_BYTES = 16,
    CHAN_MAX_PAYLOAD = RINGS_SLOT_BYTES - CHAN_HEAD_BYTES,
    // The layer above keeps the source node in the second word of a head. The upper half of that word is the ready flag.
    CHAN_HEAD_NODE_SHIFT = 8,
    CHAN_HEAD_NODE_MASK = 0xff,
    CHAN_LOOKS = 1000,  // of four loads each, at the packet that chan_await waits for
    CHAN_READY = 12,    // byte of a packet where its ready flag lies
    CHAN_KIND = 8,      // byte of a packet where the layer above keeps its kind, in the lowest byte of a word
    CHAN_NO_PACKET = 0xff,  // the kind if only the flag has come: a transfer has ended
    CHAN_RING_FLAG = UINT16_MAX - 2,  // in place of a completion flag: the ready flag of the next slot, which this uses up
};
#define CHAN_HEAD_NODE_FIELD "8:8"
#define CHAN_READS_SCRATCHPAD RINGS_READ
#define CHAN_FIN_IN_RING RINGS_FIN_IN_RING
#define CHAN_OVERLAPS RINGS_OVERLAP       // work that can wait is done while the hardware works

// Messages longer than this go directly from scratchpad to scratchpad.
#ifndef RINGS_DIRECT_LIMIT
#define RINGS_DIRECT_LIMIT 48  // Katsamani 2010 §4.4.3
#endif
enum { CHAN_DIRECT_LIMIT = RINGS_DIRECT_LIMIT };

// A packet as it lies in a ring. The head belongs to the layer above, except for the upper half of its second word.
struct chan_packet {
    uint64_t head[2];
    _Alignas(8) unsigned char payload[CHAN_MAX_PAYLOAD];
};

// A slot of a ring to another rank: both ends, their counter and a command buffer, which belong together permanently.
struct chan_slot {
    struct chan_slot *next;
    uintptr_t buffer;     // the buffer here
    ni_word source;       // its address for all nodes
    ni_word destination;  // the buffer there
    uintptr_t counter;    // where it is armed: here, or the add port of a counter there
    ni_word acknowledge;  // the counter's address for all nodes
    uintptr_t command;
};

// A slot of a ring from another rank.
struct chan_place {
    struct chan_place *next;
    uintptr_t packet;
    uintptr_t counter;  // if the counter is here
};

// Both rings shared with one other rank. The counts run freely; only differences matter.
struct chan_peer {
    struct chan_slot *slot;    // the slot of the next packet to the peer
    struct chan_place *place;  // where the next packet from it comes
    uint32_t left;             // packets that may be sent to it before its credit is read again
    uint32_t granted;          // packets that may be sent to it in all before that
    uint32_t consumed;         // packets from it that are consumed here
    ni_word remote_credit;     // word there for the count that this node has consumed
    uintptr_t credit;          // word here for the count that the peer has consumed
    uint32_t no_credit;        // sends that had to wait because the peer had not consumed enough
};

enum { CHAN_NODES_MAX = 16 };

struct chan_state {
    struct chan_peer peer[CHAN_NODES_MAX];
    uintptr_t wait;     // word where a waiting sender is notified
    ni_word wait_global; // its address for all nodes
    ni_word acknowledge; // address, for all nodes, of the counter of all messages (RINGS_ONE_COUNTER)
    unsigned node, nodes;
    uint32_t origin;    // this node, as it stands in the second word of a head
    uint32_t slots;     // of each ring: a power of two
    unsigned next_ring; // the node whose ring is searched first
    uintptr_t flags;    // the first of the completion flags
    uintptr_t put_flags;
    uint32_t no_flag;   // receives by rendezvous that found no free flag
    uint32_t no_put;    // sends by rendezvous that had to wait for a put of another one
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

// Turns a way of the cache into scratchpad and configures it, then waits until every rank has done so.
void chan_init(void) __attribute__((cold));

// Waits until no command of this rank is left in its NI.
void chan_close(void) __attribute__((cold));

// Always true: the hart stalls for the few cycles in which its next command buffer may be busy.
static inline bool chan_command_free(void)
{
    return true;
}

// Returns how many packets may be sent to the peer in all.
static inline uint32_t chan_limit(const struct chan_peer *peer)
{
    return ni_load32(peer->credit) + chan_state.slots;
}

// May chan_send to `node` be called now? Changes nothing.
static inline bool chan_ready(size_t node)
{
    const struct chan_peer *peer = &chan_state.peer[node];
    return peer->left != 0 || peer->granted != chan_limit(peer);
}

// Reads a peer's credit again. Called when none is left.
static inline void chan_look(struct chan_peer *peer)
{
    uint32_t granted = chan_limit(peer);
    peer->left = granted - peer->granted;
    peer->granted = granted;
}

// As chan_ready, for a caller that sends next. Reads a peer's credit only when needed. Counts failed attempts.
static inline bool chan_takes(size_t node)
{
    struct chan_peer *peer = &chan_state.peer[node];
    uint32_t left = peer->left;
    if (RINGS_OVERLAP) {
        // chan_open needs `buffer`. It is loaded before the test, so that one load hides the other's latency.
        uintptr_t buffer = peer->slot->buffer;
        __asm__ volatile("" : : "r"(buffer), "r"(left));
    }
    if (__builtin_expect(left != 0, 1))
        return true;
    chan_look(peer);
    if (__builtin_expect(peer->left != 0, 1))
        return true;
    peer->no_credit++;
    return false;
}

typedef uint32_t __attribute__((may_alias)) chan_word;

// Copies four words. No loaded word is used at once, so the loads do not wait for each other.
static inline void chan_copy_four(chan_word *to, const chan_word *from)
{
    chan_word a = from[0], b = from[1], c = from[2], d = from[3];
    to[0] = a;
    to[1] = b;
    to[2] = c;
    to[3] = d;
}

// Copies whole words, then the bytes left of the last one.
static inline void chan_copy_in_line(void *to, const void *from, size_t bytes)
{
    enum { WORD = sizeof(chan_word) };
    if ((((uintptr_t)to | (uintptr_t)from) & (WORD - 1)) == 0) {
        for (; bytes >= 4 * WORD; bytes -= 4 * WORD) {
            chan_copy_four(to, from);
            to = (chan_word *)to + 4;
            from = (const chan_word *)from + 4;
        }
        for (; bytes >= WORD; bytes -= WORD) {
            *(chan_word *)to = *(const chan_word *)from;
            to = (chan_word *)to + 1;
            from = (const chan_word *)from + 1;
        }
    }
    for (; bytes > 0; bytes--) {
        *(unsigned char *)to = *(const unsigned char *)from;
        to = (unsigned char *)to + 1;
        from = (const unsigned char *)from + 1;
    }
}

// Copies to or from a slot.
static inline void chan_copy(void *to, const void *from, size_t bytes)
{
    if (RINGS_COPY_CALLS)
        memcpy(to, from, bytes);
    else
        chan_copy_in_line(to, from, bytes);
}

// Copies a payload to the user's buffer.
static inline void chan_copy_out(unsigned char *to, const unsigned char *payload, size_t bytes)
{
    if (bytes != 0)
        chan_copy(to, payload, bytes);
}

// May chan_send and chan_copy_out be used on the fast path for this payload, because they need no call?
static inline bool chan_copies_in_line(const void *to, size_t bytes)
{
    (void)to;
    return !RINGS_COPY_CALLS || bytes == 0;
}

static inline bool chan_sends_in_line(const void *payload, size_t bytes)
{
    return chan_copies_in_line(payload, bytes);
}

// Arms the counter for a transfer of `size` bytes from a slot. If all messages share one counter, also stores whom it notifies. A
// counter at the receiver always waits for a full buffer; a remote store adds the missing bytes, before or after the data.
static inline void chan_arm(const struct chan_slot *slot, size_t size)
{
    if (RINGS_ONE_COUNTER) {
        ni_store(layout_put_counter(CHAN_OWN_PUT), NI_COUNTER_VALUE, -(ni_word)size);
        ni_store(layout_put_counter(CHAN_OWN_PUT), NI_COUNTER_NOTIFY, chan_state.wait_global);
        ni_store(layout_put_counter(CHAN_OWN_PUT), NI_COUNTER_NOTIFY + 1, slot->destination + CHAN_READY);
    } else if (!RINGS_COUNTER_AT_RECEIVER) {
        ni_store(slot->counter, NI_COUNTER_VALUE, -(ni_word)size);
    } else if (size != RINGS_SLOT_BYTES) {
        ni_remote_store((ni_word)slot->counter, RINGS_SLOT_BYTES - size);
    }
}

// Begins a packet: takes the next slot, which chan_takes has granted, and writes its head.
static inline __attribute__((always_inline)) const struct chan_slot *chan_open(size_t node, uint64_t head0, uint64_t head1)
{
    const struct chan_slot *slot = chan_state.peer[node].slot;
    uintptr_t buffer = slot->buffer;
    ni_store(buffer, 0, (ni_word)head0);
    ni_store(buffer, 1, (ni_word)(head0 >> 32));
    ni_store(buffer, 2, (ni_word)head1);
    return slot;
}

// Returns where the payload of a packet goes.
static inline void *chan_payload(const struct chan_slot *slot)
{
    return __builtin_assume_aligned((void *)(slot->buffer + CHAN_HEAD_BYTES), CHAN_HEAD_BYTES);
}

// Counts a packet that was sent to the peer.
static inline void chan_spend(struct chan_peer *peer)
{
    if (__builtin_expect(--peer->left == 0, 0))
        chan_look(peer);
}

// Uses up the next slot of the ring to `node`. chan_takes must have been true.
static inline void chan_skip(size_t node)
{
    struct chan_peer *peer = &chan_state.peer[node];
    peer->slot = peer->slot->next;
    chan_spend(peer);
}

// Sends the packet, with `bytes` bytes of payload.
static inline __attribute__((always_inline)) void chan_push(size_t node, const struct chan_slot *slot, size_t bytes)
{
    size_t size = CHAN_HEAD_BYTES + bytes;
    // All are loaded before any store, so that no store waits for its operands. The compiler may not move the loads up itself.
    const struct chan_slot own = *slot;
    uintptr_t command = RINGS_ONE_COUNTER ? layout_command(0) : own.command;
    if (RINGS_WHOLE_WORDS)
        size = (size + NI_WORD_BYTES - 1) & -(size_t)NI_WORD_BYTES;
    if (RINGS_SENDER_WAITS)
        ni_store(chan_state.wait, 0, 0);
    chan_arm(&own, size);
    ni_order();
    PHASE(issue)
    ni_store(command, NI_CMD_SRC, own.source);
    ni_store(command, NI_CMD_DST, own.destination);
    ni_store(command, NI_CMD_ACK, RINGS_ONE_COUNTER ? chan_state.acknowledge : own.acknowledge);
    ni_store(command, NI_CMD_HEAD, (ni_word)NI_OP_RDMA_WRITE << NI_CMD_OPCODE_SHIFT | size);
    PHASE(sent)
    // The packet is on its way: there is time now to find out whether the next one may follow.
    if (RINGS_OVERLAP)
        chan_skip(node);
    if (RINGS_SENDER_WAITS) {
        while (ni_load(chan_state.wait, 0) == 0)
            ;
        ni_order();
        PHASE(notified)
    }
    if (!RINGS_OVERLAP)
        chan_skip(node);
}

// Sends one packet of at most CHAN_MAX_PAYLOAD bytes. chan_takes must be true. The payload may be overwritten at once.
static inline __attribute__((always_inline)) void chan_send(size_t node, uint64_t head0, uint64_t head1,
                                                            const void *payload, size_t bytes)
{
    const struct chan_slot *slot = chan_open(node, head0, head1);
    if (__builtin_expect(bytes != 0, 0))
        chan_copy(chan_payload(slot), payload, bytes);
    chan_push(node, slot, bytes);
}

// The same as a function call, for places where code size matters more than time.
void chan_send_out_of_line(size_t node, uint64_t head0, uint64_t head1, const void *payload, size_t bytes);

static inline bool chan_front_ready(const struct chan_peer *peer)
{
    return ni_load32(peer->place->packet + CHAN_READY) != 0;
}

// Returns from how many nodes packets wait. Changes nothing.
static inline uint32_t chan_arrived(void)
{
    uint32_t arrived = 0;
    for (unsigned node = 0; node < chan_state.nodes; node++)
        arrived += chan_front_ready(&chan_state.peer[node]);
    return arrived;
}

// Returns the first ring, from `chan_state.next_ring` on, in which a packet waits; NULL if there is none.
struct chan_peer *chan_find(void);

// Returns the oldest packet of some node. chan_arrived() must not be 0.
static inline const struct chan_packet *chan_front(void)
{
    const struct chan_packet *packet = (const struct chan_packet *)chan_find()->place->packet;
    ni_order();
    return packet;
}

// Where the next packet from a node comes, and what freeing its slot needs: read early, when there is time.
struct chan_front {
    struct chan_peer *peer;
    struct chan_place place;
    uint32_t consumed;
    ni_word remote_credit;
};

static inline struct chan_front chan_expect(size_t node)
{
    struct chan_peer *peer = &chan_state.peer[node];
    return (struct chan_front){peer, *peer->place, peer->consumed, peer->remote_credit};
}

// Waits a while for that packet. Returns false if it has not come, so that the caller can look at other nodes.
static inline bool chan_await(const struct chan_front *front)
{
    unsigned looks = CHAN_LOOKS;
    uintptr_t flag = front->place.packet + CHAN_READY;
    ni_order();
    do {
        if (ni_load32(flag) != 0 || ni_load32(flag) != 0 || ni_load32(flag) != 0 || ni_load32(flag) != 0) {
            ni_order();
            return true;
        }
    } while (--looks != 0);
    return false;
}

// Returns the packet for which chan_await waited.
static inline const struct chan_packet *chan_awaited(const struct chan_front *front)
{
    return (const struct chan_packet *)front->place.packet;
}

static inline void chan_mark_empty(uintptr_t packet)
{
    *(volatile uint32_t *)(packet + CHAN_KIND) = CHAN_NO_PACKET;
}

// Frees the slot of a packet. Nothing else may have happened to its ring since chan_expect. Lowers the flag, arms the
// counter for a full buffer, and tells the sender.
static inline void chan_release_front(const struct chan_front *front, size_t node)
{
    struct chan_front now;
    if (!RINGS_OVERLAP) {
        now = chan_expect(node);
        front = &now;
    }
    front->peer->place = front->place.next;
    *(volatile uint32_t *)(front->place.packet + CHAN_READY) = 0;
    if (RINGS_FIN_IN_RING)
        chan_mark_empty(front->place.packet);
    if (RINGS_COUNTER_AT_RECEIVER)
        ni_store(front->place.counter, NI_COUNTER_VALUE, -(ni_word)RINGS_SLOT_BYTES);
    uint32_t consumed = front->consumed + 1;
    front->peer->consumed = consumed;
    if ((consumed & (RINGS_CREDIT_EVERY - 1)) == 0)
        ni_remote_store32(front->remote_credit, consumed);
}

// The same for the oldest packet from `node`.
static inline void chan_release(size_t node)
{
    struct chan_front front = chan_expect(node);
    chan_release_front(&front, node);
}

// Does the whole buffer lie in this node's scratchpad, where transfers reach it?
static inline bool chan_reaches(const void *buffer, size_t bytes)
{
    uintptr_t offset = (uintptr_t)buffer - LAYOUT_BASE;
    return offset < LAYOUT_BYTES && bytes <= LAYOUT_BYTES - offset;
}

// Completion flags: words in scratchpad that a transfer of another node raises to 1.
// Takes a lowered flag. Returns -1 if all are in use.
int chan_flag_take(void);
// CHAN_OWN_FLAG may be given back, too.
void chan_flag_give_back(unsigned flag);

static inline void chan_flag_lower(unsigned flag)
{
    *(volatile uint32_t *)(chan_state.flags + flag * sizeof(uint32_t)) = 0;
}

static inline bool chan_flag_raised(unsigned flag)
{
    bool raised = ni_load32(chan_state.flags + flag * sizeof(uint32_t)) != 0;
    ni_order();
    return raised;
}

// Transfers ("puts" for short). Takes one. Returns -1 if all are in use.
int chan_put_take(void);
void chan_put_give_back(unsigned put);

// Returns the word of `node` that the end of a transfer raises.
static inline ni_word chan_end_word(unsigned node, unsigned flag)
{
    if (RINGS_FIN_IN_RING && flag == CHAN_RING_FLAG)
        return chan_state.peer[node].slot->destination + CHAN_READY;
    return ni_global(node, chan_state.flags + flag * sizeof(uint32_t));
}

// Arms the counter of `put` for `bytes` bytes. At the end it raises a flag of `node`, too.
static inline void chan_put_arm(unsigned put, unsigned node, size_t bytes, unsigned flag)
{
    uintptr_t counter = layout_put_counter(put);
    *(volatile uint32_t *)(chan_state.put_flags + put * sizeof(uint32_t)) = 0;
    ni_store(counter, NI_COUNTER_VALUE, -(ni_word)bytes);
    if (RINGS_ONE_COUNTER && put == CHAN_OWN_PUT)
        ni_store(counter, NI_COUNTER_NOTIFY, ni_global(chan_state.node, chan_state.put_flags + put * sizeof(uint32_t)));
    ni_store(counter, NI_COUNTER_NOTIFY + 1, chan_end_word(node, flag));
}

// Gives a command to copy between scratchpads.
static inline void chan_command(uintptr_t command, ni_word opcode, ni_word from, ni_word to, ni_word counter,
                                size_t bytes)
{
    ni_order();
    ni_store(command, NI_CMD_SRC, from);
    ni_store(command, NI_CMD_DST, to);
    ni_store(command, NI_CMD_ACK, counter);
    ni_store(command, NI_CMD_HEAD, opcode << NI_CMD_OPCODE_SHIFT | bytes);
}

// The command buffer of `put`.
static inline uintptr_t chan_put_command(unsigned put)
{
    return layout_command(RINGS_ONE_COUNTER && put == CHAN_OWN_PUT ? 0 : CHAN_COMMANDS + CHAN_STAGES);
}

// Returns the address of the counter of `put` for all nodes.
static inline ni_word chan_put_counter(unsigned put)
{
    return ni_global(chan_state.node, layout_put_counter(put));
}

// As chan_put_start, for a buffer in scratchpad.
static inline void chan_put_direct(unsigned put, unsigned node, uintptr_t remote, const void *local, size_t bytes,
                                     unsigned flag)
{
    chan_put_arm(put, node, bytes, flag);
    chan_command(chan_put_command(put), NI_OP_RDMA_WRITE,
                 ni_global(chan_state.node, (uintptr_t)local), ni_global(node, remote), chan_put_counter(put), bytes);
}

// The other direction: copies `remote` in the scratchpad of `node` to `local` in this node's scratchpad.
static inline void chan_get_direct(unsigned put, unsigned node, uintptr_t remote, void *local, size_t bytes,
                                     unsigned flag)
{
    chan_put_arm(put, node, bytes, flag);
    chan_command(chan_put_command(put), NI_OP_RDMA_READ, ni_global(node, remote),
                 ni_global(chan_state.node, (uintptr_t)local), chan_put_counter(put), bytes);
}

// Copies `bytes` (1 to LAYOUT_BYTES) from `local`, in any memory, to `remote` in the scratchpad of `node`. When all bytes are
// there, `put` is done and the flag of that node is raised. If `local` is not in scratchpad, it may be overwritten on return.
void chan_put_start(unsigned put, unsigned node, uintptr_t remote, const void *local, size_t bytes, unsigned flag);

static inline bool chan_put_done(unsigned put)
{
    return ni_load32(chan_state.put_flags + put * sizeof(uint32_t)) != 0;
}

// Landings carry one message at a time to a buffer that transfers do not reach. The receiver takes them for `bytes` bytes, if
// they are free, and empties each piece when it is ready; the last one frees them. chan_landing_empty returns the piece's bytes.
bool chan_landing_take(size_t bytes);
bool chan_landing_ready(void);
size_t chan_landing_empty(size_t node, void *to);
// The sender sends the message's next piece, which begins at `offset`, when that is ready. chan_land returns its bytes.
bool chan_land_ready(size_t node);
size_t chan_land(size_t node, size_t offset, const unsigned char *from, size_t bytes);

// A barrier of all ranks. arrive: this rank has come. passed: have all ranks?
#define CHAN_HAS_BARRIER (RINGS_BARRIER != RINGS_BARRIER_MESSAGES)
void chan_barrier_arrive(void);
bool chan_barrier_passed(void);

// Memory that transfers reach, aligned to a line; NULL if there is not enough. chan_free returns false for other memory.
// chan_allocated returns the bytes of such a block, 0 for other memory.
void *chan_allocate(size_t bytes) __attribute__((cold));
bool chan_free(void *memory) __attribute__((cold));
size_t chan_allocated(const void *memory) __attribute__((cold));

// Ordinary memory, for the library itself.
#if RINGS_MALLOC
void *__real_malloc(size_t bytes);
#define CHAN_MALLOC __real_malloc
#else
#define CHAN_MALLOC malloc
#endif

#endif
