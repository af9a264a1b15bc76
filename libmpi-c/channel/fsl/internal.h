// Declarations that the files of channel `fsl` share.
#ifndef FSL_INTERNAL_H
#define FSL_INTERNAL_H

#include "channel.h"

// The caller's buffer may hold objects of any type.
typedef uint32_t __attribute__((may_alias)) chan_word;

static inline bool chan_is_aligned(const void *at)
{
    return (uintptr_t)at % sizeof(chan_word) == 0;
}

static inline size_t chan_smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

// Returns the words of a message's next packet if `left` bytes of the message remain.
static inline uint32_t chan_packet_words(size_t left, uint32_t least)
{
    uint32_t words = chan_smaller(left / WIRE_WORD + (left % WIRE_WORD != 0), FSL_PAYLOAD_WORDS);
    return words < least ? least : words;
}

// Reports that the whole next message from `node` has come.
void chan_tell_message(size_t node);

#endif
