// The layout of this channel's data in a node's scratchpad, which is one way of the cache, the last one. It is the same on
// every node, and depends on the number of ranks only.
//
// lines of command buffers | counters of puts, of barriers | a counter for each slot of each ring | words: credits, one a rank;
// where a sender waits; completion flags; where puts, barriers and landings end; landings emptied | what puts are staged in | rings to send from | rings to receive into |
// the heap of MPI_Alloc_mem
#ifndef RINGS_LAYOUT_H
#define RINGS_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

#include "hal/ni.h"

// Build parameters, set by `rankine cc --library NAME=VALUE`.
#ifndef RINGS_SLOTS
#define RINGS_SLOTS 8  // maximum for each ring: Katsamani 2010 §4.3.1
#endif
#ifndef RINGS_SLOT_BYTES
#define RINGS_SLOT_BYTES 64  // an eager buffer with its head: Katsamani 2010 §4.3.1
#endif
#ifndef RINGS_AS_PRINTED
#define RINGS_AS_PRINTED 0  // 1: as measured in Katsamani 2010, except for parameters below that are set
#endif
#ifndef RINGS_COUNTER_AT_RECEIVER
#define RINGS_COUNTER_AT_RECEIVER !RINGS_AS_PRINTED  // 0: at the sender, as measured in Katsamani 2010; 1: as its §4.4.2 suggests
#endif
#ifndef RINGS_SENDER_WAITS
#define RINGS_SENDER_WAITS RINGS_AS_PRINTED  // 1: wait until the hardware has notified the sender, as in Katsamani 2010
#endif
#ifndef RINGS_CREDIT_EVERY
#define RINGS_CREDIT_EVERY 1  // messages after which the receiver returns credit; a power of two
#endif
#ifndef RINGS_COPY_CALLS
#define RINGS_COPY_CALLS RINGS_AS_PRINTED  // how payloads are copied. 0: in line, four words loaded before they are stored; 1: by memcpy
#endif
#ifndef RINGS_OVERLAP
#define RINGS_OVERLAP !RINGS_AS_PRINTED  // 1: do work for the next message while the hardware works; 0: later (Katsamani 2010 §4.2.4)
#endif
#ifndef RINGS_READ
#define RINGS_READ !RINGS_AS_PRINTED  // 1: rendezvous by RDMA read, where both buffers allow it; 0: by RDMA write, as in Katsamani 2010 §4.2.5
#endif
#ifndef RINGS_FIN_IN_RING
#define RINGS_FIN_IN_RING RINGS_AS_PRINTED  // 1: the ready flag of the ring's next buffer ends a rendezvous (Katsamani 2010 §4.2.5); 0: a flag of its own does
#endif
#define RINGS_BARRIER_MESSAGES 0
#define RINGS_BARRIER_MUTEX 1     // sense-reversing, as in Katsamani 2010 §4.2.2
#define RINGS_BARRIER_COUNTERS 2
#ifndef RINGS_BARRIER
#define RINGS_BARRIER (RINGS_AS_PRINTED ? RINGS_BARRIER_MUTEX : RINGS_BARRIER_COUNTERS)  // of all ranks: 0 by messages, 1 on a mutex, 2 on counters
#endif
#ifndef RINGS_MALLOC
#define RINGS_MALLOC (RINGS_AS_PRINTED ? 16384 : 0)  // malloc takes blocks up to this size from scratchpad, if there is room
#endif
#ifndef RINGS_ONE_COUNTER
#define RINGS_ONE_COUNTER (RINGS_SENDER_WAITS && RINGS_AS_PRINTED && !RINGS_COUNTER_AT_RECEIVER)  // 1: one counter and one command buffer for all peers; each message stores whom to notify (Katsamani 2010 §4.2.4)
#endif
#ifndef RINGS_O3
#define RINGS_O3 RINGS_AS_PRINTED  // 1: the library is compiled with -O3, as in Katsamani 2010 §4.1.2
#endif
#ifndef RINGS_WHOLE_WORDS
#define RINGS_WHOLE_WORDS !RINGS_AS_PRINTED  // 1: transfers are rounded up to whole words, which are faster
#endif

_Static_assert((RINGS_SLOTS & (RINGS_SLOTS - 1)) == 0 && RINGS_SLOTS >= 2, "RINGS_SLOTS: a power of two");
_Static_assert(RINGS_SLOT_BYTES % NI_LINE_BYTES == 0 && RINGS_SLOT_BYTES >= 64, "RINGS_SLOT_BYTES: lines, 64 or more");
_Static_assert(RINGS_BARRIER <= RINGS_BARRIER_COUNTERS, "RINGS_BARRIER: 0, 1 or 2");
_Static_assert(!RINGS_ONE_COUNTER || (RINGS_SENDER_WAITS && !RINGS_COUNTER_AT_RECEIVER),
               "RINGS_ONE_COUNTER: of the sender, which waits until it may use it again");
_Static_assert((RINGS_CREDIT_EVERY & (RINGS_CREDIT_EVERY - 1)) == 0 && RINGS_CREDIT_EVERY < RINGS_SLOTS,
               "RINGS_CREDIT_EVERY: a power of two below RINGS_SLOTS");

enum {
    CHAN_COMMANDS = 4,     // command buffers for the slots of the rings, used in turn
    CHAN_STAGES = 2,       // places in scratchpad for puts from other memory, each with a command buffer
    CHAN_STAGE_BYTES = 256,
    CHAN_LANDINGS = 2,     // places of that size for messages to other memory
    CHAN_PUTS = 8,         // transfers into other nodes' buffers under way at once
    CHAN_FLAGS = 8,        // completion flags of transfers that other nodes perform
    // One more of each for the blocking call under way, so that it need not take one from the pool.
    CHAN_OWN_PUT = CHAN_PUTS,
    CHAN_OWN_FLAG = CHAN_FLAGS,
};

enum { LAYOUT_COMMANDS = CHAN_COMMANDS + CHAN_STAGES + 1 };  // one more for puts from scratchpad

#if NI_CACHE_WAYS > 0
enum { LAYOUT_BYTES = NI_SCRATCHPAD_BYTES / NI_CACHE_WAYS };
#else
enum { LAYOUT_BYTES = NI_SCRATCHPAD_BYTES };
#endif
enum { LAYOUT_BASE = NI_SCRATCHPAD_BASE + NI_SCRATCHPAD_BYTES - LAYOUT_BYTES };
enum { LAYOUT_FIRST_LINE = (LAYOUT_BASE - NI_SCRATCHPAD_BASE) / NI_LINE_BYTES };

static inline uintptr_t layout_command(unsigned command)
{
    return LAYOUT_BASE + command * NI_LINE_BYTES;
}

static inline uintptr_t layout_put_counter(unsigned put)
{
    return layout_command(LAYOUT_COMMANDS + put);
}

// Barriers alternate between two of each.
static inline uintptr_t layout_barrier_root(unsigned set)
{
    return layout_put_counter(CHAN_PUTS + 1) + set * NI_LINE_BYTES;
}

static inline uintptr_t layout_barrier_relay(unsigned set)
{
    return layout_barrier_root(2 + set);
}

static inline uintptr_t layout_landing_counter(unsigned place)
{
    return layout_barrier_relay(2) + place * NI_LINE_BYTES;
}

// The counter of a slot of the ring to or from `peer`; RINGS_COUNTER_AT_RECEIVER says which of the two. With RINGS_ONE_COUNTER there
// are none: all messages share the counter of the blocking call's transfer.
static inline uintptr_t layout_counter(size_t peer, unsigned slots, unsigned slot)
{
    size_t counters = RINGS_ONE_COUNTER ? 0 : peer * slots + slot;
    return layout_landing_counter(CHAN_LANDINGS) + counters * NI_LINE_BYTES;
}

static inline uintptr_t layout_words(size_t nodes, unsigned slots)
{
    return layout_counter(nodes, slots, 0);
}

// The word in which node `from` stores how many packets of this node it has consumed.
static inline uintptr_t layout_credit(size_t nodes, unsigned slots, size_t from)
{
    return layout_words(nodes, slots) + from * sizeof(uint32_t);
}

// The word in which a waiting sender is notified.
static inline uintptr_t layout_wait(size_t nodes, unsigned slots)
{
    return layout_credit(nodes, slots, nodes);
}

static inline uintptr_t layout_flag(size_t nodes, unsigned slots, unsigned flag)
{
    return layout_wait(nodes, slots) + (1 + flag) * sizeof(uint32_t);
}

// Raised when a put has ended.
static inline uintptr_t layout_put_flag(size_t nodes, unsigned slots, unsigned put)
{
    return layout_flag(nodes, slots, CHAN_FLAGS + 1 + put);
}

// Raised when all ranks have come to a barrier.
static inline uintptr_t layout_barrier_flag(size_t nodes, unsigned slots, unsigned set)
{
    return layout_put_flag(nodes, slots, CHAN_PUTS + 1 + set);
}

// Raised when a piece has come into a landing.
static inline uintptr_t layout_landing_flag(size_t nodes, unsigned slots, unsigned place)
{
    return layout_barrier_flag(nodes, slots, 2 + place);
}

// The word in which node `from` stores how many pieces of this node it has emptied.
static inline uintptr_t layout_landed(size_t nodes, unsigned slots, size_t from)
{
    return layout_landing_flag(nodes, slots, CHAN_LANDINGS) + from * sizeof(uint32_t);
}

static inline uintptr_t layout_stage(size_t nodes, unsigned slots, unsigned stage)
{
    uintptr_t words = layout_landed(nodes, slots, nodes);
    return (words + NI_LINE_BYTES - 1) / NI_LINE_BYTES * NI_LINE_BYTES + stage * CHAN_STAGE_BYTES;
}

static inline uintptr_t layout_landing(size_t nodes, unsigned slots, unsigned place)
{
    return layout_stage(nodes, slots, CHAN_STAGES + place);
}

static inline uintptr_t layout_send_ring(size_t nodes, unsigned slots, size_t to)
{
    return layout_landing(nodes, slots, CHAN_LANDINGS) + to * slots * RINGS_SLOT_BYTES;
}

static inline uintptr_t layout_receive_ring(size_t nodes, unsigned slots, size_t from)
{
    return layout_send_ring(nodes, slots, nodes + from);
}

// The end of the rings and beginning of the heap.
static inline uintptr_t layout_end(size_t nodes, unsigned slots)
{
    return layout_send_ring(nodes, slots, 2 * nodes);
}

#endif
