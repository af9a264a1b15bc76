// Channel `fsl`: sends words and packets.
#include <string.h>

#include "channel/fsl/internal.h"

static bool chan_put_head(struct chan_out *out)
{
    unsigned at = out->at, count = out->count;
    while (at != count && fsl_try_put(out->head[at]))
        at++;
    out->at = at;
    return at == count;
}

void chan_keep(unsigned at, unsigned count, uint32_t header, uint32_t first, uint32_t second, uint32_t third)
{
    struct chan_out *out = &chan_state.out;
    *out = (struct chan_out){.busy = true, .at = at, .count = 1 + count, .head = {header | count, first, second, third}};
}

// Puts whole, aligned words; returns how many had room. Several a round, because a jump back costs three cycles. Blocking puts
// would cost half as much, but a rank that waits in one takes no words, and a ring of full FIFOs would deadlock.
static uint32_t chan_put_whole(const chan_word *from, uint32_t words)
{
    uint32_t at = 0;
    for (const chan_word *four = from; at + 4 <= words; at += 4, four += 4) {
        if (!fsl_try_put(four[0]))
            return at;
        if (!fsl_try_put(four[1]))
            return at + 1;
        if (!fsl_try_put(four[2]))
            return at + 2;
        if (!fsl_try_put(four[3]))
            return at + 3;
    }
    while (at != words && fsl_try_put(from[at]))
        at++;
    return at;
}

#if FSL_HAS_MOVER

// Puts words by the mover: returns 0 until it is done, then all. Until then the caller passes the same words.
static uint32_t chan_move_out(const chan_word *from, uint32_t words)
{
    uint32_t *moving = &chan_state.out.moving;
    if (words < MOVER_WORDS_MIN)
        return chan_put_whole(from, words);
    if (*moving == 0) {
        mover_put(from, words);
        *moving = words;
        return 0;
    }
    if (mover_is_putting())
        return 0;
    *moving = 0;
    return words;
}

#else
#define chan_move_out chan_put_whole
#endif

// Fills a packet up to its minimum length: puts up to `words` zeros. Returns how many had room.
static uint32_t chan_put_filling(uint32_t words)
{
    uint32_t count = 0;
    while (count != words && fsl_try_put(0))
        count++;
    return count;
}

// Puts one other word: from an unaligned address, or the end of the message.
static uint32_t chan_put_odd(const unsigned char *from, size_t bytes)
{
    uint32_t word = 0;
    while (bytes > 0)
        word = word << 8 | from[--bytes];
    return fsl_try_put(word);
}

// Puts the words that are left of a packet.
static bool chan_put_run(struct chan_out *out)
{
    while (out->run != 0) {
        size_t left = out->left;
        uint32_t whole = chan_is_aligned(out->from) ? chan_smaller(out->run, left / WIRE_WORD) : 0;
        uint32_t words = whole != 0  ? chan_move_out((const chan_word *)out->from, whole)
                         : left == 0 ? chan_put_filling(out->run)
                                     : chan_put_odd(out->from, chan_smaller(left, WIRE_WORD));
        if (words == 0)
            return false;
        size_t bytes = chan_smaller(left, words * WIRE_WORD);
        out->from += bytes;
        out->left -= bytes;
        out->run -= words;
    }
    return true;
}

static bool chan_put_data(struct chan_out *out)
{
    while (chan_put_run(out)) {
        if (out->left == 0)
            return true;
        uint32_t run = chan_packet_words(out->left, out->least);
        if (!fsl_try_put(out->header | run))
            return false;
        out->run = run;
    }
    return false;
}

void chan_put_words(void)
{
    struct chan_out *out = &chan_state.out;
    if (!chan_put_head(out) || !chan_put_data(out))
        return;
    out->busy = false;
    if (out->sent != NULL)
        *out->sent = true;
}

// Hands a packet of a few words to this node itself, as an event.
static void chan_tell_itself(enum chan_event event, unsigned count, uint32_t first, uint32_t second, uint32_t third)
{
    chan_state.news =
        (struct chan_news){.event = event, .node = chan_state.node, .count = count, .words = {first, second, third}};
}

static void chan_send_words(size_t node, unsigned count, uint32_t first, uint32_t second, uint32_t third)
{
    uint32_t header = wire_header(chan_state.node, node);
    unsigned put = chan_put(count, header, first, second, third);
    if (put <= count)
        chan_keep(put, count, header, first, second, third);
}

void chan_send_envelope(size_t node, uint64_t key, size_t bytes)
{
    if (node == chan_state.node)
        chan_tell_itself(CHAN_ENVELOPE, WIRE_ENVELOPE_WORDS, (uint32_t)key, (uint32_t)(key >> 32), (uint32_t)bytes);
    else
        chan_send_words(node, WIRE_ENVELOPE_WORDS, (uint32_t)key, (uint32_t)(key >> 32), (uint32_t)bytes);
}

void chan_send_clear(size_t node)
{
#ifdef FSL_IS_FULL_DUPLEX
    if (chan_is_engine(node)) {
        uint32_t header = wire_header(chan_state.node, node);
        if (!fsl_try_put(header))
            chan_keep(0, 0, header, 0, 0, 0);
        return;
    }
#endif
    if (node == chan_state.node)
        chan_tell_itself(CHAN_CLEAR, WIRE_CLEAR_WORDS, WIRE_CLEAR, 0, 0);
    else
        chan_send_words(node, WIRE_CLEAR_WORDS, WIRE_CLEAR, 0, 0);
}

// Sends a packet about the envelope with this number.
static void chan_send_number(size_t node, enum chan_event event, uint32_t word, uint32_t number)
{
    if (node == chan_state.node)
        chan_tell_itself(event, WIRE_NUMBER_WORDS, word, number, 0);
    else
        chan_send_words(node, WIRE_NUMBER_WORDS, word, number, 0);
}

void chan_send_clear_one(size_t node, uint32_t number)
{
    chan_send_number(node, CHAN_CLEAR, WIRE_CLEAR, number);
}

void chan_send_withdraw(size_t node, uint32_t number)
{
    chan_send_number(node, CHAN_WITHDRAW, WIRE_WITHDRAW, number);
}

void chan_send_withdrawn(size_t node, uint32_t number)
{
    chan_send_number(node, CHAN_WITHDRAWN, WIRE_WITHDRAWN, number);
}

void chan_send_engine_envelope(size_t node, uint32_t tag)
{
    chan_send_words(node, WIRE_ENGINE_ENVELOPE_WORDS, tag, 0, 0);
}

static void chan_send_to_itself(const void *from, bool *sent)
{
    const struct chan_stream *stream = chan_state.coming[chan_state.node].first;
    memcpy(stream->to, from, stream->room);
    *sent = true;
    chan_tell_message(chan_state.node);
}

// Begins to send data after the words that are kept of the packet before.
static void chan_send_data(size_t node, const void *from, size_t bytes, bool *sent)
{
    struct chan_out *out = &chan_state.out;
    out->header = wire_header(chan_state.node, node);
    out->least = chan_has_engines() && chan_is_engine(node) ? 1 : WIRE_DATA_WORDS_MIN;
    out->run = 0;
    out->from = from;
    out->left = bytes;
    out->sent = sent;
    out->busy = true;
    chan_put_words();
}

void chan_send_message(size_t node, const void *from, size_t bytes, bool *sent)
{
    if (node == chan_state.node)
        chan_send_to_itself(from, sent);
    else
        chan_send_data(node, from, bytes, sent);
}

void chan_send_eager(size_t node, uint64_t key, const void *from, size_t bytes, bool *sent)
{
    chan_send_words(node, WIRE_ENVELOPE_WORDS, (uint32_t)key, (uint32_t)(key >> 32), bytes | WIRE_EAGER);
    chan_send_data(node, from, bytes, sent);
}
