// NIC firmware that matches messages by hash tables in NIC memory, as NICs after Underwood et al. 2005 do in place of long lists.
//
// Receives with a source and a tag, and all unexpected messages, are in chains by the hash of their match bits. Receives with a wildcard
// have a list of their own; if both have a match, the older one wins. Requests with a wildcard search the list of all unexpected messages.
#include "firmware/matching.h"
#include "firmware/memory.h"
#include "firmware/protocol.h"
#include "firmware/queue.h"

enum { HASH_BITS = 8, HASH_CHAINS = 1 << HASH_BITS };

// A chain uses `chain` and `chain_before`, so that its entries can be in a queue, too.
struct chain {
    struct entry *first, *last;
};

static struct chain hash_posted[HASH_CHAINS], hash_messages[HASH_CHAINS];
static struct queue hash_wild;      // posted receives with a wildcard
static struct queue hash_arrived;   // all unexpected messages
static uint32_t hash_posted_count;  // receives so far

// Uses all 42 bits (Knuth, The Art of Computer Programming 3, §6.4: multiplication by the golden ratio).
static inline uint32_t hash_of(uint64_t match)
{
    return (((uint32_t)match ^ (uint32_t)(match >> 32) * 0x85ebca6bu) * 0x9e3779b1u) >> (32 - HASH_BITS);
}

static void chain_append(struct chain *chain, struct entry *entry)
{
    entry->chain = NULL;
    entry->chain_before = chain->last;
    if (chain->last != NULL)
        chain->last->chain = entry;
    else
        chain->first = entry;
    chain->last = entry;
}

static void chain_remove(struct chain *chain, struct entry *entry)
{
    if (entry->chain_before != NULL)
        entry->chain_before->chain = entry->chain;
    else
        chain->first = entry->chain;
    if (entry->chain != NULL)
        entry->chain->chain_before = entry->chain_before;
    else
        chain->last = entry->chain_before;
}

static struct entry *chain_find(const struct chain *chain, uint64_t match)
{
    struct entry *entry = chain->first;
    while (entry != NULL && entry_match(entry) != match)
        entry = entry->chain;
    return entry;
}

static void matching_open(bool has_units)
{
    (void)has_units;
}

static void hash_remove_posted(struct entry *receive)
{
    if (entry_mask(receive) != 0)
        queue_remove(&hash_wild, receive);
    else
        chain_remove(&hash_posted[hash_of(entry_match(receive))], receive);
}

static struct entry *matching_take_posted(uint64_t match)
{
    struct entry *exact = chain_find(&hash_posted[hash_of(match)], match), *wild = hash_wild.first;
    while (wild != NULL && !entry_agrees(entry_match(wild), match, entry_mask(wild)))
        wild = wild->next;
    struct entry *oldest = exact == NULL || (wild != NULL && (int32_t)(wild->number - exact->number) < 0) ? wild : exact;
    if (oldest != NULL)
        hash_remove_posted(oldest);
    return oldest;
}

static void matching_post(struct entry *receive)
{
    receive->number = hash_posted_count++;
    if (entry_mask(receive) != 0)
        queue_append(&hash_wild, receive);
    else
        chain_append(&hash_posted[hash_of(entry_match(receive))], receive);
}

static bool hash_is_cookie(const struct entry *receive, uint32_t cookie_low, uint32_t cookie_high)
{
    return receive->cookie_low == cookie_low && receive->cookie_high == cookie_high;
}

static struct entry *hash_find_cookie(uint32_t cookie_low, uint32_t cookie_high)
{
    for (struct entry *entry = hash_wild.first; entry != NULL; entry = entry->next) {
        if (hash_is_cookie(entry, cookie_low, cookie_high))
            return entry;
    }
    for (unsigned i = 0; i < HASH_CHAINS; i++) {
        for (struct entry *entry = hash_posted[i].first; entry != NULL; entry = entry->chain) {
            if (hash_is_cookie(entry, cookie_low, cookie_high))
                return entry;
        }
    }
    return NULL;
}

static bool matching_cancel(uint32_t cookie_low, uint32_t cookie_high)
{
    struct entry *receive = hash_find_cookie(cookie_low, cookie_high);
    if (receive == NULL)
        return false;
    hash_remove_posted(receive);
    entry_free(receive);
    return true;
}

static struct entry *matching_look(uint64_t match, uint64_t mask)
{
    if (mask == 0)
        return chain_find(&hash_messages[hash_of(match)], match);
    struct entry *entry = hash_arrived.first;
    while (entry != NULL && !entry_agrees(entry_match(entry), match, mask))
        entry = entry->next;
    return entry;
}

static struct entry *matching_take_message(uint64_t match, uint64_t mask)
{
    struct entry *message = matching_look(match, mask);
    if (message != NULL) {
        queue_remove(&hash_arrived, message);
        chain_remove(&hash_messages[hash_of(entry_match(message))], message);
    }
    return message;
}

static void matching_keep(struct entry *message)
{
    queue_append(&hash_arrived, message);
    chain_append(&hash_messages[hash_of(entry_match(message))], message);
}

static bool matching_withdraw(uint32_t node, uint32_t sender)
{
    struct entry *message = hash_arrived.first;
    while (message != NULL && (message->packet == NIC_PACKET_EAGER || message->node != node || (uintptr_t)message->handle != sender))
        message = message->next;
    if (message == NULL)
        return false;
    PROTOCOL_MARK_WITHDRAWN(message);
    queue_remove(&hash_arrived, message);
    chain_remove(&hash_messages[hash_of(entry_match(message))], message);
    message_free(message, message->length);
    return true;
}

// Never called: no withdrawn message is kept.
static struct entry *matching_take_behind(struct entry *gone, uint64_t match, uint64_t mask)
{
    (void)match, (void)mask;
    return gone;
}

// Always false: there are no units to bring up to date.
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
