// Lab 11: NIC firmware that matches along two lists in NIC memory, without associative units.
#include "firmware/matching.h"
#include "firmware/memory.h"
#include "firmware/protocol.h"
#include "firmware/queue.h"

static struct queue posted, unexpected;

// Firmware cannot print: a gap is a breakpoint instruction, and the report names the function that has it.
static void gap(void)
{
    __builtin_trap();
}

static void matching_open(bool has_units)
{
    (void)has_units;
}

// Returns the oldest posted receive that accepts a message's match bits, or NULL. Where its mask is 1, bits may differ.
static struct entry *find_posted(uint64_t match)
{
    gap(); // 1: find_posted
    (void)match;
    return NULL;
}

// Returns the oldest unexpected message that a receive with these match bits and this mask accepts, or NULL.
static struct entry *find_message(uint64_t match, uint64_t mask)
{
    gap(); // 2: find_message
    (void)match, (void)mask;
    return NULL;
}

static struct entry *matching_take_posted(uint64_t match)
{
    struct entry *entry = find_posted(match);
    if (entry != NULL)
        queue_remove(&posted, entry);
    return entry;
}

static void matching_post(struct entry *receive)
{
    queue_append(&posted, receive);
}

static bool matching_cancel(uint32_t cookie_low, uint32_t cookie_high)
{
    struct entry *entry = posted.first;
    while (entry != NULL && (entry->cookie_low != cookie_low || entry->cookie_high != cookie_high))
        entry = entry->next;
    if (entry == NULL)
        return false;
    queue_remove(&posted, entry);
    entry_free(entry);
    return true;
}

static struct entry *matching_take_message(uint64_t match, uint64_t mask)
{
    struct entry *entry = find_message(match, mask);
    if (entry != NULL)
        queue_remove(&unexpected, entry);
    return entry;
}

static void matching_keep(struct entry *message)
{
    queue_append(&unexpected, message);
}

static struct entry *matching_look(uint64_t match, uint64_t mask)
{
    return find_message(match, mask);
}

// A message that came with all its data is complete for its sender.
static bool matching_withdraw(uint32_t node, uint32_t sender)
{
    struct entry *message = unexpected.first;
    while (message != NULL && (message->packet == NIC_PACKET_EAGER || message->node != node ||
                               (uintptr_t)message->handle != sender))
        message = message->next;
    if (message == NULL)
        return false;
    PROTOCOL_MARK_WITHDRAWN(message);
    queue_remove(&unexpected, message);
    message_free(message, message->length);
    return true;
}

// Without units, no message is withdrawn once it has been taken out.
static struct entry *matching_take_behind(struct entry *gone, uint64_t match, uint64_t mask)
{
    message_free(gone, gone->length);
    return matching_take_message(match, mask);
}

static bool matching_lags(void)
{
    return false;
}

static void matching_update(void)
{
}

int main(void)
{
    protocol_run();
}
