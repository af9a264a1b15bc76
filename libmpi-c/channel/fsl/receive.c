// Channel `fsl`: receives words and packets.
#include "channel/fsl/internal.h"
#include "hal/sim.h"

// Error classes: MPI_ERR_INTERN for an impossible packet, MPI_ERR_TRUNCATE.
enum { CHAN_STRANGE = 17, CHAN_TOO_LONG = 15 };

static const char chan_strange[] = "MPI: a packet has come that no rank's library sends; does the program itself use the links?";

static void chan_stream_open(struct chan_stream *stream, void *to, size_t room, size_t bytes)
{
    *stream = (struct chan_stream){.to = to, .room = chan_smaller(room, bytes), .left = bytes};
}

void chan_expect_message(struct chan_stream *stream, size_t node, void *to, size_t room, size_t bytes)
{
    chan_stream_open(stream, to, room, bytes);
    struct chan_streams *streams = &chan_state.coming[node];
    if (streams->first == NULL)
        streams->first = stream;
    else
        streams->last->next = stream;
    streams->last = stream;
}

static void chan_put_first(struct chan_stream *stream, size_t node)
{
    struct chan_streams *streams = &chan_state.coming[node];
    stream->next = streams->first;
    streams->first = stream;
    if (stream->next == NULL)
        streams->last = stream;
}

void chan_expect_next(struct chan_stream *stream, size_t node, void *to, size_t room, size_t bytes)
{
    chan_stream_open(stream, to, room, bytes);
    chan_put_first(stream, node);
}

void chan_redirect(struct chan_stream *stream, size_t node, void *to, size_t room)
{
    struct chan_stream *before = chan_state.coming[node].first;
    chan_state.coming[node].first = before->next;
    chan_expect_next(stream, node, to, room, before->left);
}

void chan_tell_message(size_t node)
{
    struct chan_streams *streams = &chan_state.coming[node];
    struct chan_stream *stream = streams->first;
    streams->first = stream->next;
    stream->here = true;
    if (!stream->quiet)
        chan_state.news = (struct chan_news){.event = CHAN_MESSAGE, .node = node, .stream = stream};
}

// Returns how many words of the packet may be taken now.
static uint32_t chan_takeable(void)
{
    return chan_state.out.busy ? chan_smaller(fsl_words(), chan_state.in.left) : chan_state.in.left;
}

#ifdef FSL_IS_FULL_DUPLEX

// Takes an engine's clear to send without words. Returns whether it was one.
static bool chan_take_short_clear(uint32_t header)
{
    size_t node = wire_source(header);
    if (wire_words(header) != 0 || node >= chan_state.nodes || !chan_is_engine(node))
        return false;
    chan_state.in.left = 0;
    chan_state.news = (struct chan_news){.event = CHAN_CLEAR, .node = node, .count = WIRE_CLEAR_WORDS, .words = {WIRE_CLEAR}};
    return true;
}

#endif

static void chan_begin_packet(uint32_t header)
{
    struct chan_in *in = &chan_state.in;
    in->node = wire_source(header);
    in->left = wire_words(header);
    const struct chan_stream *stream = chan_state.coming[in->node].first;
    bool is_engine = chan_is_engine(in->node);
    in->is_data = is_engine ? stream != NULL || in->left != WIRE_ENGINE_ENVELOPE_WORDS : in->left >= WIRE_DATA_WORDS_MIN;
    chan_state.news.count = 0;
    if (in->node >= chan_state.nodes || in->left == 0 || (in->is_data && stream == NULL))
        sim_fatal_text(CHAN_STRANGE, chan_strange);
    if (is_engine && in->is_data && in->left > (stream->left + WIRE_WORD - 1) / WIRE_WORD)
        sim_fatal_text(CHAN_TOO_LONG, "MPI: an engine's message is longer than its receive; a receive must ask for as many words as "
                                  "the engine sends");
}

static enum chan_event chan_event_of(const struct chan_in *in, const struct chan_news *news)
{
    if (news->count == WIRE_ENVELOPE_WORDS)
        return CHAN_ENVELOPE;
    if (news->words[0] == WIRE_CLEAR)
        return CHAN_CLEAR;
    if (chan_is_engine(in->node))
        return CHAN_ENGINE_ENVELOPE;
    if (news->count == WIRE_NUMBER_WORDS && news->words[0] == WIRE_WITHDRAW)
        return CHAN_WITHDRAW;
    if (news->count != WIRE_NUMBER_WORDS || news->words[0] != WIRE_WITHDRAWN)
        sim_fatal_text(CHAN_STRANGE, chan_strange);
    return CHAN_WITHDRAWN;
}

static void chan_take_few(struct chan_in *in)
{
    struct chan_news *news = &chan_state.news;
    for (uint32_t run; in->left != 0 && (run = chan_takeable()) != 0; in->left -= run) {
        for (uint32_t i = 0; i < run; i++)
            news->words[news->count++] = fsl_get();
    }
#if CHAN_HAS_BARRIER
    if (in->left == 0 && in->node == chan_state.node) {
        chan_state.barrier = CHAN_BARRIER_PASSED;
        return;
    }
#endif
    if (in->left == 0) {
        news->node = in->node;
        news->event = chan_event_of(in, news);
    }
}

// Takes one word that cannot be stored whole: to an unaligned address, at the end of the message, or beyond the room.
static void chan_take_odd(struct chan_stream *stream)
{
    uint32_t word = fsl_get();
    size_t bytes = chan_smaller(stream->room, WIRE_WORD);
    stream->room -= bytes;
    for (; bytes > 0; bytes--, word >>= 8)
        *stream->to++ = (unsigned char)word;
}

#if FSL_HAS_MOVER

// Takes words by the mover if it is faster than the hart. It waits for missing words, as the hart would. Returns how many it took.
static uint32_t chan_move_in(chan_word *to, uint32_t words)
{
    if (words < MOVER_WORDS_MIN)
        return 0;
    mover_get(to, words);
    while (mover_is_getting())
        ;
    return words;
}

#endif

static void chan_take_run(struct chan_stream *stream, uint32_t run)
{
    stream->left -= chan_smaller(stream->left, run * WIRE_WORD);
    uint32_t whole = chan_is_aligned(stream->to) ? chan_smaller(run, stream->room / WIRE_WORD) : 0;
    chan_word *to = (chan_word *)stream->to, *end = to + whole;
#if FSL_HAS_MOVER
    to += chan_move_in(to, whole);
#endif
    while (to != end)
        *to++ = fsl_get();
    stream->to += whole * WIRE_WORD;
    stream->room -= whole * WIRE_WORD;
    for (run -= whole; run > 0; run--)
        chan_take_odd(stream);
}

static void chan_take_data(struct chan_in *in)
{
    struct chan_stream *stream = chan_state.coming[in->node].first;
    for (uint32_t run; in->left != 0 && (run = chan_takeable()) != 0; in->left -= run)
        chan_take_run(stream, run);
    if (in->left == 0 && stream->left == 0)
        chan_tell_message(in->node);
}

bool chan_await_message(struct chan_stream *stream, size_t node, void *to, size_t room, size_t bytes)
{
    uint32_t expected = wire_header(node, chan_state.node);
    chan_stream_open(stream, to, room, bytes);
    do {
        uint32_t header = fsl_get(), run = chan_packet_words(stream->left, WIRE_DATA_WORDS_MIN);
        if (__builtin_expect(header != (expected | run), 0)) {
            chan_hold(header);
            chan_put_first(stream, node);
            return false;
        }
        chan_take_run(stream, run);
    } while (stream->left != 0);
    return true;
}

void chan_take_words(void)
{
    struct chan_in *in = &chan_state.in;
#ifdef FSL_IS_FULL_DUPLEX
    if (in->left == 0)
        chan_hold(fsl_get());
    if (in->left == CHAN_HELD && chan_take_short_clear(in->header))
        return;
#endif
    if (in->left == 0)
        chan_begin_packet(fsl_get());
    else if (in->left == CHAN_HELD)
        chan_begin_packet(in->header);
    if (in->is_data)
        chan_take_data(in);
    else
        chan_take_few(in);
}
