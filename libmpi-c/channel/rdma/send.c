// Channel `rdma`: sends packets off the fast path.
#include <string.h>

#include "channel.h"

_Alignas(64) unsigned char chan_staging[CHAN_COMMANDS][CHAN_SLOT_BYTES];

// Returns `bytes` (1 to NI_WORD_BYTES) at `from` as a word.
static inline ni_word chan_gather(const unsigned char *from, size_t bytes)
{
    ni_word word = 0;
    while (bytes > 0)
        word = word << 8 | from[--bytes];
    return word;
}

// As chan_send_words, byte by byte.
static void chan_send_gathered(uintptr_t command, ni_word queue, uint64_t head0, uint64_t head1, const unsigned char *from,
                               size_t bytes)
{
    PHASE(issue)
    enum { BEFORE_DATA = NI_CMD_MSG_DATA * NI_WORD_BYTES };
    chan_message_open(command, queue, head0, head1);
    uintptr_t at = command + BEFORE_DATA + CHAN_HEAD_BYTES;
    for (; bytes > NI_WORD_BYTES; at += NI_WORD_BYTES, from += NI_WORD_BYTES, bytes -= NI_WORD_BYTES)
        ni_store(at, 0, chan_gather(from, NI_WORD_BYTES));
    ni_store(at, 0, chan_gather(from, bytes));
    chan_message_close(command, at + NI_WORD_BYTES - command - BEFORE_DATA);
}

__attribute__((noinline)) void chan_send_unaligned(uintptr_t command, ni_word queue, uint64_t head0, uint64_t head1,
                                                   const void *payload, size_t bytes)
{
    if (bytes <= CHAN_INLINE_PAYLOAD)
        chan_send_gathered(command, queue, head0, head1, payload, bytes);
    else
        chan_send_staged(command, queue, head0, head1, payload, bytes);
}

void chan_send_out_of_line(size_t node, uint64_t head0, uint64_t head1, const void *payload, size_t bytes)
{
    chan_send(node, head0, head1, payload, bytes);
}
