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
static unsigned char *memory_payloads[MEMORY_CLASSES];

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

// Memory for a payload of 1 to NIC_EAGER_BYTES bytes. It is given back with the same length.
static unsigned char *payload_new(uint32_t bytes)
{
    unsigned class = memory_class(bytes);
    unsigned char *payload = memory_payloads[class];
    if (payload != NULL) {
        memory_payloads[class] = *(unsigned char **)payload;
        return payload;
    }
    uintptr_t size = (uintptr_t)1 << (class + MEMORY_PAYLOAD_SHIFT);
    memory_check(size);
    memory_high -= size;
    return (unsigned char *)memory_high;
}

static void payload_free(unsigned char *payload, uint32_t bytes)
{
    unsigned class = memory_class(bytes);
    *(unsigned char **)payload = memory_payloads[class];
    memory_payloads[class] = payload;
}

#endif
