// Memory of the NIC: entries from the end of the program upwards, payloads of unexpected messages from the end of the memory downwards. The
// run ends with a sentence when they meet.
#ifndef FIRMWARE_MEMORY_H
#define FIRMWARE_MEMORY_H

#include <string.h>

#include "firmware/entry.h"
#include "hal/sim.h"

enum { MEMORY_NONE_LEFT = 34 };  // MPI_ERR_NO_MEM

// Payloads take 64 bytes or that times a power of two.
enum { MEMORY_PAYLOAD_SHIFT = 6, MEMORY_CLASSES = 26 };

extern char end[];  // of the program

static uintptr_t memory_low, memory_high;  // what is free between entries and payloads
static struct entry *memory_entries;       // given back
static struct entry *memory_messages[MEMORY_CLASSES];  // given back with their payload

static void memory_open(void)
{
    memory_low = ((uintptr_t)end + 15) & ~(uintptr_t)15;
    memory_high = NIC_MEMORY_END;
}

static void memory_check(uintptr_t bytes)
{
    static const char failure[] = "NIC firmware: no memory left for receives and for messages that arrived before their receive; raise "
                                  "nic.memory_bytes with --set";
    if (memory_high - memory_low < bytes)
        sim_fatal(MEMORY_NONE_LEFT, failure, strlen(failure));
}

// An entry, whose contents are anything.
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

static unsigned memory_class(uint32_t bytes)
{
    unsigned class = 0;
    while ((uint32_t)1 << (class + MEMORY_PAYLOAD_SHIFT) < bytes)
        class++;
    return class;
}

// An entry for a message of so many bytes, and memory for them, if there are any, in `payload`. The copy engine may still read the payload of
// one that was given back: so nothing but the copy engine writes there.
static struct entry *message_new(uint32_t bytes)
{
    struct entry *message;
    if (bytes == 0) {
        message = entry_new();
        message->payload = NULL;
        return message;
    }
    unsigned class = memory_class(bytes);
    message = memory_messages[class];
    if (message != NULL) {
        memory_messages[class] = message->next;
        return message;
    }
    uintptr_t size = (uintptr_t)1 << (class + MEMORY_PAYLOAD_SHIFT);
    message = entry_new();
    memory_check(size);
    memory_high -= size;
    message->payload = (unsigned char *)memory_high;
    return message;
}

// `bytes` as when it was new.
static void message_free(struct entry *message, uint32_t bytes)
{
    if (message->payload == NULL) {
        entry_free(message);
        return;
    }
    unsigned class = memory_class(bytes);
    message->next = memory_messages[class];
    memory_messages[class] = message;
}

#endif
