// Credit: how many messages with their data a node may still send to another node without a request first.
//
// Half of the memory is for such messages, because each may wait there for its receive after its send is complete. Each node has the
// same share, half of it for each kind (memory.h). Sending a message takes credit. When receives have taken messages, the receiver
// returns their credit, many together (NIC_PACKET_CREDIT). All nodes have the same memory, so each knows its credit from the
// beginning.
#ifndef FIRMWARE_CREDIT_H
#define FIRMWARE_CREDIT_H

#include "firmware/memory.h"

struct credit {
    uint16_t left[MEMORY_KINDS];  // messages that may still be sent to the node
    uint16_t due[MEMORY_KINDS];   // messages still to be taken before credit is returned to it
};

static uint16_t credit_batch[MEMORY_KINDS];  // messages whose credit is returned together; 0: there is no credit

// At the end of the memory, so that computing its address needs no load.
static inline struct credit *credit_of(uint32_t node)
{
    return (struct credit *)(uintptr_t)NIC_MEMORY_END - 1 - node;
}

static uint16_t credit_share(enum memory_kind kind, uint32_t nodes)
{
    uintptr_t share = (memory_high - memory_low) / 2 / MEMORY_KINDS / nodes;
    uintptr_t messages = share / (sizeof(struct entry) + memory_payload_bytes(kind));
    return messages < UINT16_MAX ? messages : UINT16_MAX;
}

// Called once, after memory_open.
static void credit_open(uint32_t nodes)
{
    memory_set_aside((nodes * sizeof(struct credit) + 15) / 16 * 16);
    struct credit first;
    for (unsigned kind = 0; kind < MEMORY_KINDS; kind++) {
        first.left[kind] = credit_share(kind, nodes);
        first.due[kind] = credit_batch[kind] = (first.left[kind] + 1) / 2;
    }
    for (uint32_t node = 0; node < nodes; node++)
        *credit_of(node) = first;
}

// Takes credit for a message of `bytes` bytes, NIC_EAGER_BYTES at most, to this node. Returns false if none is left.
static inline bool credit_take(uint32_t node, uint32_t bytes)
{
    uint16_t *left = &credit_of(node)->left[memory_kind(bytes)];
    if (*left == 0)
        return false;
    --*left;
    return true;
}

// Counts a message of this kind from this node that a receive has taken. Returns how many messages' credit to return now.
static inline uint32_t credit_taken(uint32_t node, enum memory_kind kind)
{
    uint16_t *due = &credit_of(node)->due[kind];
    if (__builtin_expect(--*due != 0, 1))
        return 0;
    return *due = credit_batch[kind];
}

// Adds the credit that a node has returned.
static inline void credit_returned(uint32_t node, enum memory_kind kind, uint32_t messages)
{
    credit_of(node)->left[kind] += messages;
}

#endif
