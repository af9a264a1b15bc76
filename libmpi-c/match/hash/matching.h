// match.h as hash tables: a key without wildcard is looked for in one bucket only, however many entries there are.
//
// Posted receives without a wildcard are in the bucket of their key; those with a wildcard have a list of their own. Numbers tell
// which of two is older. Unexpected messages are in the bucket of their key and, for receives with a wildcard, in a list of all in
// order of arrival.
#ifndef MATCHING_H
#define MATCHING_H

#include "match/match.h"

// The binary logarithm of the number of buckets in each set.
#ifndef MATCH_HASH_BITS
#define MATCH_HASH_BITS 6
#endif

// Neighbours in a list whose end is not in the link: `back` points to the pointer to this link.
struct match_link {
    struct match_entry *next;
    struct match_entry **back;
};

struct match_list {
    struct match_entry *first;
    struct match_entry **end;
};

struct match_entry {
    struct match_link link;  // in a bucket, or in the list of receives with a wildcard
    struct match_link all;   // of an unexpected message: in the list of all unexpected messages
    uint64_t key;
    uint64_t mask;
    struct match_list *list;  // the list that has `link`
    uint32_t number;          // of a receive: its number in the order of posting
};

struct match_hash {
    struct match_list posted[1 << MATCH_HASH_BITS], unexpected[1 << MATCH_HASH_BITS];
    struct match_list wild;  // posted receives with a wildcard
    struct match_list all;   // unexpected messages, linked by `all`
    uintptr_t posted_count, unexpected_count;
    uint32_t number;  // of the next receive
};

extern struct match_hash match_hash;

void match_hash_post(struct match_entry *receive);
struct match_entry *match_hash_take_posted(uint64_t key);
bool match_hash_cancel(struct match_entry *receive);
void match_hash_keep(struct match_entry *message);
struct match_entry *match_hash_find(uint64_t key, uint64_t mask);
struct match_entry *match_hash_take_unexpected(uint64_t key, uint64_t mask);
void match_hash_withdraw(struct match_entry *message);
const struct match_entry *match_hash_next_posted(const struct match_entry *before);

static inline void match_post(struct match_entry *receive)
{
    match_hash_post(receive);
}

static inline struct match_entry *match_take_posted(uint64_t key)
{
    return match_hash.posted_count == 0 ? NULL : match_hash_take_posted(key);
}

static inline bool match_cancel(struct match_entry *receive)
{
    return match_hash_cancel(receive);
}

static inline void match_keep(struct match_entry *message)
{
    match_hash_keep(message);
}

static inline struct match_entry *match_find_unexpected(uint64_t key, uint64_t mask)
{
    return match_hash.unexpected_count == 0 ? NULL : match_hash_find(key, mask);
}

static inline struct match_entry *match_take_unexpected(uint64_t key, uint64_t mask)
{
    return match_hash.unexpected_count == 0 ? NULL : match_hash_take_unexpected(key, mask);
}

static inline void match_withdraw(struct match_entry *message)
{
    match_hash_withdraw(message);
}

static inline bool match_has_posted(void)
{
    return match_hash.posted_count != 0;
}

static inline bool match_has_unexpected(void)
{
    return match_hash.unexpected_count != 0;
}

static inline uintptr_t match_has_any(void)
{
    return match_hash.posted_count | match_hash.unexpected_count;
}

static inline const struct match_entry *match_next_posted(const struct match_entry *before)
{
    return match_hash_next_posted(before);
}

static inline struct match_entry *match_next_unexpected(const struct match_entry *before)
{
    return before == NULL ? match_hash.all.first : before->all.next;
}

#endif
