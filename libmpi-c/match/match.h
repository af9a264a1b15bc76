// Matching of messages and receives: the functions that each implementation has, and the form of its keys.
//
// There are two sets. *Posted* receives wait for a message; *unexpected* messages wait for a receive. An envelope (context, source,
// tag) is one 64-bit key. A receive also has a mask, which is zero where it has a wildcard: it accepts a key if ((receive's key ^
// key) & mask) is 0. Each search finds the oldest entry that matches. This is MPI's order of messages and of wildcards (MPI 5.0
// §3.5).
//
// An implementation is a directory, `match/list` or `match/hash`, chosen when the library is built (`--library MATCH=hash`). Its
// `matching.h` defines `struct match_entry` and the functions below. No other file may read an entry that is in a set, or keep a
// pointer that these functions did not return.
#ifndef MATCH_H
#define MATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

// A receive or a message, in memory of its owner. The owner sets `key`, and `mask` of a receive, before it adds the entry. While the
// entry is in a set, it must stay in place and these must not change. The rest belongs to the implementation.
struct match_entry;

// Adds a receive to the posted ones.
static inline void match_post(struct match_entry *receive);

// Takes out the oldest posted receive that accepts the envelope `key`. Returns NULL if there is none.
static inline struct match_entry *match_take_posted(uint64_t key);

// Takes out this receive. Returns false if it is not posted. Need not be fast.
static inline bool match_cancel(struct match_entry *receive);

// Adds a message to the unexpected ones. No posted receive may accept it.
static inline void match_keep(struct match_entry *message);

// Returns the oldest unexpected message that a receive with `key` and `mask` accepts, or NULL. Leaves it in its set.
static inline struct match_entry *match_find_unexpected(uint64_t key, uint64_t mask);

// The same, and takes it out.
static inline struct match_entry *match_take_unexpected(uint64_t key, uint64_t mask);

// Takes out this message, which must be unexpected. Need not be fast.
static inline void match_withdraw(struct match_entry *message);

// Is there one? match_has_any returns a word that is 0 if both sets are empty, to be combined with other words in one test.
static inline bool match_has_posted(void);
static inline bool match_has_unexpected(void);
static inline uintptr_t match_has_any(void);

// Walks through the posted receives, in any order: returns the one after `before`, or the first for NULL; NULL after the last. Sets
// must not change meanwhile. Need not be fast.
static inline const struct match_entry *match_next_posted(const struct match_entry *before);

// The same for the unexpected messages.
static inline struct match_entry *match_next_unexpected(const struct match_entry *before);

#include "matching.h"

#endif
