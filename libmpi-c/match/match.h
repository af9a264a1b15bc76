// Matching of messages and receives: the posted receives and the unexpected messages, both in order of arrival.
//
// An envelope (context, source, tag) is one 64-bit key; a receive adds a mask that is zero where it has a wildcard.
// First fit in list order gives MPI's non-overtaking rule and its order of wildcards (MPI 5.0 §3.5).
#ifndef MATCH_H
#define MATCH_H

#include <stddef.h>
#include <stdint.h>

struct match_entry {
    struct match_entry *next;
    uint64_t key;
    uint64_t mask;
};

struct match_list {
    struct match_entry *first;
    struct match_entry **end;
};

// Receives that wait for a message, and messages that wait for a receive.
extern struct match_list match_posted;
extern struct match_list match_unexpected;

enum { MATCH_SOURCE_SHIFT = 32, MATCH_CONTEXT_SHIFT = 48 };

#define MATCH_SOURCE_MASK ((uint64_t)UINT16_MAX << MATCH_SOURCE_SHIFT)
#define MATCH_TAG_MASK ((uint64_t)UINT32_MAX)

static inline uint64_t match_key(unsigned context, unsigned source, int tag)
{
    return (uint64_t)context << MATCH_CONTEXT_SHIFT | (uint64_t)source << MATCH_SOURCE_SHIFT | (uint32_t)tag;
}

static inline int match_source(uint64_t key)
{
    return (uint16_t)(key >> MATCH_SOURCE_SHIFT);
}

static inline int match_tag(uint64_t key)
{
    return (int)(uint32_t)key;
}

static inline void match_append(struct match_list *list, struct match_entry *entry)
{
    entry->next = NULL;
    *list->end = entry;
    list->end = &entry->next;
}

static inline void match_unlink(struct match_list *list, struct match_entry **link)
{
    struct match_entry *entry = *link;
    *link = entry->next;
    if (entry->next == NULL)
        list->end = link;
}

// Takes the oldest posted receive that accepts the envelope `key`; NULL when there is none.
static inline struct match_entry *match_take_posted(uint64_t key)
{
    struct match_entry **link = &match_posted.first;
    for (struct match_entry *entry; (entry = *link) != NULL; link = &entry->next) {
        if (((entry->key ^ key) & entry->mask) == 0) {
            match_unlink(&match_posted, link);
            return entry;
        }
    }
    return NULL;
}

// The link to the oldest unexpected message that a receive with `key` and `mask` accepts; NULL when there is none.
static inline struct match_entry **match_find_unexpected(uint64_t key, uint64_t mask)
{
    struct match_entry **link = &match_unexpected.first;
    for (; *link != NULL; link = &(*link)->next) {
        if ((((*link)->key ^ key) & mask) == 0)
            return link;
    }
    return NULL;
}

#endif
