// match.h as two lists in order of arrival. For short lists, as in most programs, nothing is cheaper. Each entry that does
// not match costs a step.
#ifndef MATCHING_H
#define MATCHING_H

#include "match/match.h"

struct match_entry {
    struct match_entry *next;
    uint64_t key;
    uint64_t mask;
};

struct match_list {
    struct match_entry *first;
    struct match_entry **end;
};

extern struct match_list match_posted;
extern struct match_list match_unexpected;

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

static inline void match_post(struct match_entry *receive)
{
    match_append(&match_posted, receive);
}

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

// Takes `entry` out of `list`. Returns false if it is not in it.
static inline bool match_remove(struct match_list *list, const struct match_entry *entry)
{
    for (struct match_entry **link = &list->first; *link != NULL; link = &(*link)->next) {
        if (*link == entry) {
            match_unlink(list, link);
            return true;
        }
    }
    return false;
}

static inline bool match_cancel(struct match_entry *receive)
{
    return match_remove(&match_posted, receive);
}

static inline void match_keep(struct match_entry *message)
{
    match_append(&match_unexpected, message);
}

// Returns the link to the entry.
static inline struct match_entry **match_unexpected_link(uint64_t key, uint64_t mask)
{
    struct match_entry **link = &match_unexpected.first;
    for (struct match_entry *entry; (entry = *link) != NULL; link = &entry->next) {
        if (((entry->key ^ key) & mask) == 0)
            break;
    }
    return link;
}

static inline struct match_entry *match_find_unexpected(uint64_t key, uint64_t mask)
{
    return *match_unexpected_link(key, mask);
}

static inline struct match_entry *match_take_unexpected(uint64_t key, uint64_t mask)
{
    struct match_entry **link = match_unexpected_link(key, mask), *message = *link;
    if (message != NULL)
        match_unlink(&match_unexpected, link);
    return message;
}

static inline void match_withdraw(struct match_entry *message)
{
    match_remove(&match_unexpected, message);
}

static inline bool match_has_posted(void)
{
    return match_posted.first != NULL;
}

static inline bool match_has_unexpected(void)
{
    return match_unexpected.first != NULL;
}

static inline uintptr_t match_has_any(void)
{
    return (uintptr_t)match_posted.first | (uintptr_t)match_unexpected.first;
}

static inline const struct match_entry *match_next_posted(const struct match_entry *before)
{
    return before == NULL ? match_posted.first : before->next;
}

static inline struct match_entry *match_next_unexpected(const struct match_entry *before)
{
    return before == NULL ? match_unexpected.first : before->next;
}

#endif
