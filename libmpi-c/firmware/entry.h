// Entries: the firmware's record of a request or a message, 80 bytes each.
#ifndef FIRMWARE_ENTRY_H
#define FIRMWARE_ENTRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "firmware/registers.h"

// The kind of an entry: that of its request (NIC_REQUEST_KIND_...), or one of these.
enum entry_kind {
    ENTRY_MESSAGE = 0x10,  // an unexpected message
    ENTRY_CLEAR,           // a receive whose sender must be cleared to send, or has been
    ENTRY_ACKNOWLEDGE,     // the sender of a synchronous message must be told of the match
    ENTRY_DATA,            // a send that has been cleared
    ENTRY_CREDIT,          // credit must be returned to the node
    ENTRY_ANSWER,          // a completion that must be put
    ENTRY_WITHDRAW,        // the receiver must be asked whether a message has met its receive, or has been asked
    ENTRY_WITHDRAWN,       // the answer to that must be sent
    ENTRY_GONE,            // it is still in a unit and in its queue, but belongs to nobody
};

// The hardware writes the parts that come from the request (NIC_ENTRY_...).
struct __attribute__((aligned(16))) entry {
    struct entry *next;
    uint16_t node, kind;
    uint32_t cookie_low, cookie_high;
    uint32_t address_low, address_high;
    uint32_t bytes;              // of the buffer
    struct entry *handle;        // of the request; of a message: the number of the sender's entry
    struct entry *before;        // the previous one in its queue
    uint32_t length;             // of the message
    unsigned char *payload;      // of an unexpected message, in NIC memory; NULL: it is still with the sender, or empty
    uint32_t match_low, match_high;
    uint32_t mask_low, mask_high;
    uint8_t packet;              // of an unexpected message: NIC_PACKET_...
    bool in_unit, flag;
    uint32_t number;             // its place in the order of its kind
    struct entry *chain, *chain_before;  // neighbours in a second list, if the implementation of matching has one
};
_Static_assert(sizeof(struct entry) == 80, "the hardware writes into 80 bytes");
_Static_assert(offsetof(struct entry, node) == NIC_ENTRY_NODE && offsetof(struct entry, cookie_low) == NIC_ENTRY_COOKIE_LOW &&
                   offsetof(struct entry, address_low) == NIC_ENTRY_ADDRESS_LOW && offsetof(struct entry, bytes) == NIC_ENTRY_LENGTH &&
                   offsetof(struct entry, handle) == NIC_ENTRY_HANDLE && offsetof(struct entry, match_low) == NIC_ENTRY_MATCH_LOW &&
                   offsetof(struct entry, mask_high) == NIC_ENTRY_MASK_HIGH,
               "the hardware writes the request there");

// Match bits and masks: 42 bits, in two words.
static inline uint64_t entry_match(const struct entry *entry)
{
    return (uint64_t)entry->match_high << 32 | entry->match_low;
}

static inline uint64_t entry_mask(const struct entry *entry)
{
    return (uint64_t)entry->mask_high << 32 | entry->mask_low;
}

// Do the match bits agree where the mask is 0?
static inline bool entry_agrees(uint64_t one, uint64_t other, uint64_t mask)
{
    return ((one ^ other) & ~mask) == 0;
}

// The number of an entry for units and other nodes: its place in NIC memory, in steps of 16 bytes.
static inline uint32_t entry_number(const struct entry *entry)
{
    return ((uintptr_t)entry - NIC_MEMORY_BASE) >> 4;
}

static inline struct entry *entry_of(uint32_t number)
{
    return (struct entry *)(NIC_MEMORY_BASE + ((uintptr_t)number << 4));
}

#endif
