// Channel `am`: requests with more than a few arguments.
#include "channel.h"

// A copy of a payload that is not aligned. One is enough: it has been read when the next request is given.
static _Alignas(8) unsigned char chan_staging[CHAN_MAX_PAYLOAD];

void chan_await_idle(void)
{
    while (!chan_idle()) {
        if (gascore_has_word(GASCORE_LINK_CALLS))
            chan_take_call();
    }
}

// Gives the request of a long message, without its arguments.
static void chan_long(enum chan_code code, size_t node, const void *from, uint32_t to, size_t bytes, uint32_t arguments)
{
    chan_request(GASCORE_TYPE_LONG, code, node, arguments);
    gascore_put(GASCORE_LINK_REQUESTS, bytes);
    gascore_put(GASCORE_LINK_REQUESTS, (uintptr_t)from);
    gascore_put(GASCORE_LINK_REQUESTS, to);
}

void chan_write(size_t node, uint32_t to, const void *from, size_t bytes)
{
    chan_long(CHAN_CODE_PIECE, node, from, to, bytes, 0);
}

void chan_write_packet(size_t node, uint64_t head0, uint64_t head1, uint32_t to, const void *from, size_t bytes)
{
    chan_state.peer[node].sent++;
    chan_long(CHAN_CODE_PACKET, node, from, to, bytes, CHAN_HEAD_ARGUMENTS);
    chan_put_head(head0, head1);
}

void chan_send_out_of_line(size_t node, uint64_t head0, uint64_t head1, const void *payload, size_t bytes)
{
    const void *from = payload;
    if (bytes != 0 && !chan_is_aligned(payload))
        from = memcpy(chan_staging, payload, bytes);
    if (bytes <= CHAN_INLINE_PAYLOAD) {
        chan_send_words(node, head0, head1, from, bytes);
        return;
    }
    const struct chan_peer *peer = &chan_state.peer[node];
    uint32_t slot = peer->remote_slots + (peer->sent & (AM_WINDOW - 1)) * AM_SLOT_BYTES;
    chan_write_packet(node, head0, head1, slot + CHAN_HEAD_BYTES, from, bytes);
    // Waiting until the payload is read takes less time than copying it.
    if (from == payload)
        chan_await_idle();
}

void chan_send_credit(size_t node)
{
    chan_await_idle();
    chan_request(GASCORE_TYPE_SHORT, CHAN_CODE_CREDIT, node, 1);
    gascore_put(GASCORE_LINK_REQUESTS, chan_state.peer[node].consumed);
}
