// The hash tables of a rank.
//
// In an empty list, `end` has no meaning, so tables that are all zero are valid.
#include "match/match.h"

_Static_assert(MATCH_HASH_BITS >= 1 && MATCH_HASH_BITS <= 16, "MATCH_HASH_BITS: from 1 to 16");

struct match_hash match_hash;

// The bucket of a key. Its upper word has source and context, its lower the tag (Knuth's multiplicative hashing, TAOCP 6.4).
static inline unsigned match_bucket(uint64_t key)
{
    uint32_t word = (uint32_t)key ^ (uint32_t)(key >> 32) * 0x85ebca6bu;
    return (word * 0x9e3779b1u) >> (32 - MATCH_HASH_BITS);
}

static inline void match_append(struct match_list *list, struct match_entry *entry)
{
    if (list->first == NULL)
        list->end = &list->first;
    entry->list = list;
    entry->link = (struct match_link){NULL, list->end};
    *list->end = entry;
    list->end = &entry->link.next;
}

static inline void match_remove(struct match_entry *entry)
{
    *entry->link.back = entry->link.next;
    if (entry->link.next != NULL)
        entry->link.next->link.back = entry->link.back;
    else
        entry->list->end = entry->link.back;
}

void match_hash_post(struct match_entry *receive)
{
    receive->number = match_hash.number++;
    match_hash.posted_count++;
    match_append(receive->mask == UINT64_MAX ? &match_hash.posted[match_bucket(receive->key)] : &match_hash.wild, receive);
}

struct match_entry *match_hash_take_posted(uint64_t key)
{
    struct match_entry *exact = match_hash.posted[match_bucket(key)].first, *wild = match_hash.wild.first;
    while (exact != NULL && exact->key != key)
        exact = exact->link.next;
    while (wild != NULL && ((wild->key ^ key) & wild->mask) != 0)
        wild = wild->link.next;
    // Numbers wrap after 2^32 receives. Two posted receives are never half as far apart.
    struct match_entry *oldest = exact == NULL || (wild != NULL && (int32_t)(wild->number - exact->number) < 0) ? wild : exact;
    if (oldest != NULL) {
        match_remove(oldest);
        match_hash.posted_count--;
    }
    return oldest;
}

bool match_hash_cancel(struct match_entry *receive)
{
    for (const struct match_entry *entry = NULL; (entry = match_hash_next_posted(entry)) != NULL;) {
        if (entry == receive) {
            match_remove(receive);
            match_hash.posted_count--;
            return true;
        }
    }
    return false;
}

void match_hash_keep(struct match_entry *message)
{
    match_hash.unexpected_count++;
    match_append(&match_hash.unexpected[match_bucket(message->key)], message);
    if (match_hash.all.first == NULL)
        match_hash.all.end = &match_hash.all.first;
    message->all = (struct match_link){NULL, match_hash.all.end};
    *match_hash.all.end = message;
    match_hash.all.end = &message->all.next;
}

struct match_entry *match_hash_find(uint64_t key, uint64_t mask)
{
    struct match_entry *message;
    if (mask == UINT64_MAX) {
        for (message = match_hash.unexpected[match_bucket(key)].first; message != NULL && message->key != key;)
            message = message->link.next;
    } else {
        for (message = match_hash.all.first; message != NULL && ((message->key ^ key) & mask) != 0;)
            message = message->all.next;
    }
    return message;
}

void match_hash_withdraw(struct match_entry *message)
{
    match_remove(message);
    *message->all.back = message->all.next;
    if (message->all.next != NULL)
        message->all.next->all.back = message->all.back;
    else
        match_hash.all.end = message->all.back;
    match_hash.unexpected_count--;
}

struct match_entry *match_hash_take_unexpected(uint64_t key, uint64_t mask)
{
    struct match_entry *message = match_hash_find(key, mask);
    if (message != NULL)
        match_hash_withdraw(message);
    return message;
}

const struct match_entry *match_hash_next_posted(const struct match_entry *before)
{
    // Walks through the lists: first the buckets, then that of receives with a wildcard.
    const struct match_list *list = before == NULL ? match_hash.posted : before->list;
    const struct match_entry *next = before == NULL ? list->first : before->link.next;
    while (next == NULL && list != &match_hash.wild) {
        list = list == &match_hash.posted[(1 << MATCH_HASH_BITS) - 1] ? &match_hash.wild : list + 1;
        next = list->first;
    }
    return next;
}
