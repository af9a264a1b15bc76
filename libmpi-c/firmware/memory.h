// NIC memory: entries grow from the end of the program upwards, payloads of unexpected messages from the
// end of the memory downwards. If they meet, the run ends with a message.
#ifndef FIRMWARE_MEMORY_H
#define FIRMWARE_MEMORY_H

#include <mpi.h>
#include <string.h>

#include "firmware/entry.h"
#include "hal/sim.h"

// Memory for a payload has one of two sizes, so that the memory of one message can serve any other of its kind.
enum memory_kind { MEMORY_SHORT, MEMORY_LONG, MEMORY_KINDS };

enum { MEMORY_SHORT_BYTES = 64, MEMORY_LONG_BYTES = (NIC_EAGER_BYTES + 15) / 16 * 16 };

extern char end[];  // of the program

static uintptr_t memory_low, memory_high;  // the free memory between entries and payloads
static struct entry *memory_entries;       // free entries
static struct entry *memory_messages[MEMORY_KINDS];  // free entries with their payload

static uintptr_t memory_first_entry(void)
{
    return ((uintptr_t)end + 15) & ~(uintptr_t)15;
}

static void memory_open(void)
{
    memory_low = memory_first_entry();
    memory_high = NIC_MEMORY_END;
}

static void memory_check(uintptr_t bytes)
{
    static const char failure[] = "NIC firmware: no memory left: too many sends and receives are pending here or wait for this rank; raise "
                                  "nic.memory_bytes with --set";
    if (memory_high - memory_low < bytes)
        sim_fatal(MPI_ERR_NO_MEM, failure, strlen(failure));
}

// Reserves bytes at the end of the memory. Called before there are payloads.
static void memory_set_aside(uintptr_t bytes)
{
    memory_check(bytes);
    memory_high -= bytes;
}

// Returns an entry with undefined contents.
static struct entry *entry_new(void)
{
    struct entry *entry = memory_entries;
    if (entry != NULL) {
        memory_entries = entry->next;
        return entry;
    }
    memory_check(sizeof *entry);
    entry = (struct entry *)memory_low;
    memory_low += sizeof *entry;
    return entry;
}

static void entry_free(struct entry *entry)
{
    entry->next = memory_entries;
    memory_entries = entry;
}

static inline enum memory_kind memory_kind(uint32_t bytes)
{
    return bytes <= MEMORY_SHORT_BYTES ? MEMORY_SHORT : MEMORY_LONG;
}

static inline uintptr_t memory_payload_bytes(enum memory_kind kind)
{
    return kind == MEMORY_SHORT ? MEMORY_SHORT_BYTES : MEMORY_LONG_BYTES;
}

// Returns an entry for a message of `bytes` bytes, NIC_EAGER_BYTES at most, with memory for them in `payload`, if there are
// any. Only the copy engine may write there, because it may still be reading the payload of a freed message.
static struct entry *message_new(uint32_t bytes)
{
    struct entry *message;
    if (bytes == 0) {
        message = entry_new();
        message->payload = NULL;
        return message;
    }
    enum memory_kind kind = memory_kind(bytes);
    message = memory_messages[kind];
    if (message != NULL) {
        memory_messages[kind] = message->next;
        return message;
    }
    uintptr_t size = memory_payload_bytes(kind);
    message = entry_new();
    memory_check(size);
    memory_high -= size;
    message->payload = (unsigned char *)memory_high;
    return message;
}

// `bytes` must be the same as in message_new.
static void message_free(struct entry *message, uint32_t bytes)
{
    if (message->payload == NULL) {
        entry_free(message);
        return;
    }
    enum memory_kind kind = memory_kind(bytes);
    message->next = memory_messages[kind];
    memory_messages[kind] = message;
}

// Returns the entry after `entry` (the first for NULL), whether in use, free, or held by the hardware; NULL after the last.
static struct entry *memory_next_entry(const struct entry *entry)
{
    uintptr_t next = entry != NULL ? (uintptr_t)(entry + 1) : memory_first_entry();
    return next < memory_low ? (struct entry *)next : NULL;
}

#endif
