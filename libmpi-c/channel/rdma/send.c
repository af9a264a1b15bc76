// Channel `rdma`: the two ways of sending one packet to a queue.
#include <string.h>

#include "channel.h"

static _Alignas(64) unsigned char chan_staging[CHAN_COMMANDS][CHAN_SLOT_BYTES];

// The caller's buffer may hold objects of any type.
typedef ni_word __attribute__((may_alias)) chan_word;
typedef uint32_t __attribute__((may_alias)) chan_word32;

// `bytes` (1 to NI_WORD_BYTES) at `from` as a word.
static inline ni_word chan_gather(const unsigned char *from, size_t bytes)
{
    if (bytes == NI_WORD_BYTES && (uintptr_t)from % NI_WORD_BYTES == 0)
        return *(const chan_word *)from;
    if (bytes == sizeof(uint32_t) && (uintptr_t)from % sizeof(uint32_t) == 0)
        return *(const chan_word32 *)from;
    ni_word word = 0;
    while (bytes > 0)
        word = word << 8 | from[--bytes];
    return word;
}

static inline void chan_store_head(uintptr_t line, unsigned word, uint64_t head0, uint64_t head1)
{
#if NI_WORD_BYTES == 8
    ni_store(line, word, head0);
    ni_store(line, word + 1, head1);
#else
    ni_store(line, word, (ni_word)head0);
    ni_store(line, word + 1, (ni_word)(head0 >> 32));
    ni_store(line, word + 2, (ni_word)head1);
    ni_store(line, word + 3, (ni_word)(head1 >> 32));
#endif
}

void chan_send_message(uintptr_t command, ni_word queue, uint64_t head0, uint64_t head1, const void *payload,
                       size_t bytes)
{
    enum { BEFORE_DATA = NI_CMD_MSG_DATA * NI_WORD_BYTES };
    const unsigned char *from = payload;
    ni_store(command, NI_CMD_MSG_DST, queue);
    ni_store(command, NI_CMD_MSG_ACK, 0);
    chan_store_head(command, NI_CMD_MSG_DATA, head0, head1);
    uintptr_t at = command + BEFORE_DATA + CHAN_HEAD_BYTES;
    for (; bytes > NI_WORD_BYTES; at += NI_WORD_BYTES, from += NI_WORD_BYTES, bytes -= NI_WORD_BYTES)
        ni_store(at, 0, chan_gather(from, NI_WORD_BYTES));
    if (bytes > 0) {
        ni_store(at, 0, chan_gather(from, bytes));
        at += NI_WORD_BYTES;
    }
    ni_store(command, NI_CMD_HEAD, (ni_word)NI_OP_MESSAGE << NI_CMD_OPCODE_SHIFT | (at - command - BEFORE_DATA));
}

void chan_send_staged(uintptr_t command, ni_word queue, uint64_t head0, uint64_t head1, const void *payload,
                      size_t bytes)
{
    enum { SCALE = CHAN_SLOT_BYTES / NI_LINE_BYTES };
    uintptr_t staging = (uintptr_t)chan_staging + (command - layout_command(0)) * SCALE;
    struct chan_packet *packet = (struct chan_packet *)staging;
    packet->head[0] = head0;
    packet->head[1] = head1;
    memcpy(packet->payload, payload, bytes);
    ni_order();
    ni_store(command, NI_CMD_SRC, ni_global(chan_state.node, staging));
    ni_store(command, NI_CMD_DST, queue);
    ni_store(command, NI_CMD_ACK, 0);
    ni_store(command, NI_CMD_HEAD, (ni_word)NI_OP_RDMA_WRITE << NI_CMD_OPCODE_SHIFT | (CHAN_HEAD_BYTES + bytes));
}
