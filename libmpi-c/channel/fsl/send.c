// Channel `fsl`: what goes out.
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

// Whole words that lie as they should; how many there were places for.
static uint32_t chan_put_whole(const chan_word *from, uint32_t words)
{
    const chan_word *at = from, *end = from + words;
    while (at != end && fsl_try_put(*at))
        at++;
    return at - from;
}

// Any other word: at an odd address, the end of the message, or nothing any more.
static bool chan_put_odd(const unsigned char *from, size_t bytes)
{
    uint32_t word = 0;
    while (bytes > 0)
        word = word << 8 | from[--bytes];
    return fsl_try_put(word);
}

static bool chan_put_data(struct chan_out *out)
{
    while (out->run != 0) {
        uint32_t whole = chan_is_aligned(out->from) ? chan_smaller(out->run, out->left / WIRE_WORD) : 0;
        uint32_t words = 1;
        bool all;
        if (whole != 0) {
            words = chan_put_whole((const chan_word *)out->from, whole);
            all = words == whole;
        } else {
            all = chan_put_odd(out->from, chan_smaller(out->left, WIRE_WORD));
            words = all;
        }
        size_t bytes = chan_smaller(out->left, words * WIRE_WORD);
        out->from += bytes;
        out->left -= bytes;
        out->run -= words;
        if (!all)
            return false;
    }
    return true;
}

static void chan_open_data(struct chan_out *out)
{
    size_t words = chan_smaller(out->left / WIRE_WORD + (out->left % WIRE_WORD != 0), FSL_PAYLOAD_WORDS);
    out->run = words < WIRE_DATA_WORDS_MIN ? WIRE_DATA_WORDS_MIN : words;
    out->head[0] = out->header | out->run;
    out->at = 0;
    out->count = 1;
}

void chan_put_words(void)
{
    struct chan_out *out = &chan_state.out;
    while (chan_put_head(out) && chan_put_data(out)) {
        if (out->left == 0) {
            out->busy = false;
            if (out->sent != NULL)
                *out->sent = true;
            return;
        }
        chan_open_data(out);
    }
}

// A packet of a few words.
static void chan_send_words(size_t node, const uint32_t *words, unsigned count, enum chan_event event)
{
    if (node == chan_state.node) {
        struct chan_news *news = &chan_state.news;
        *news = (struct chan_news){.event = event, .node = node, .count = count};
        memcpy(news->words, words, count * sizeof *words);
        return;
    }
    struct chan_out *out = &chan_state.out;
    out->head[0] = wire_header(chan_state.node, node) | count;
    for (unsigned i = 0; i < count; i++)
        out->head[1 + i] = words[i];
    out->at = 0;
    out->count = 1 + count;
    out->sent = NULL;
    out->busy = true;
    chan_put_words();
}

void chan_send_envelope(size_t node, uint64_t key, size_t bytes)
{
    const uint32_t words[WIRE_ENVELOPE_WORDS] = {(uint32_t)key, (uint32_t)(key >> 32), (uint32_t)bytes};
    chan_send_words(node, words, WIRE_ENVELOPE_WORDS, CHAN_ENVELOPE);
}

void chan_send_clear(size_t node)
{
    const uint32_t words[WIRE_CLEAR_WORDS] = {WIRE_CLEAR};
    chan_send_words(node, words, WIRE_CLEAR_WORDS, CHAN_CLEAR);
}

void chan_send_clear_one(size_t node, uint32_t number)
{
    const uint32_t words[WIRE_CLEAR_ONE_WORDS] = {WIRE_CLEAR, number};
    chan_send_words(node, words, WIRE_CLEAR_ONE_WORDS, CHAN_CLEAR);
}

static void chan_send_to_itself(const void *from, bool *sent)
{
    const struct chan_stream *stream = chan_state.cleared[chan_state.node].first;
    memcpy(stream->to, from, stream->room);
    *sent = true;
    chan_tell_message(chan_state.node);
}

void chan_send_message(size_t node, const void *from, size_t bytes, bool *sent)
{
    if (node == chan_state.node) {
        chan_send_to_itself(from, sent);
        return;
    }
    struct chan_out *out = &chan_state.out;
    out->header = wire_header(chan_state.node, node);
    out->from = from;
    out->left = bytes;
    out->sent = sent;
    out->busy = true;
    chan_open_data(out);
    chan_put_words();
}
