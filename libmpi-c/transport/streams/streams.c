// Transport if the channel carries whole messages, normally by rendezvous. The receiver answers an envelope when it has a receive
// for it; then the message comes, into the receive's buffer (Saldaña 2006 §4.3.2, §4.3.3). Data from one node to another stays in
// order: messages come in the order of their clear to sends. The data of an eager message (FSL_EAGER_BYTES) comes next after its
// envelope.
#include "hal/sim.h"
#include "transport/transport.h"

// The length if the envelope does not contain it. It is no multiple of an element's size, and its count fits no int.
#define STREAM_LENGTH_UNKNOWN ((p2p_word)-1)

static const char stream_no_memory[] = "MPI: no memory left for messages that arrived before their receive";

static struct p2p_request *stream_request_of(struct chan_stream *stream)
{
    return (struct p2p_request *)((unsigned char *)stream - offsetof(struct p2p_request, transport.stream));
}

static struct transport_peer *stream_pair(size_t node)
{
    return &p2p_state.peer[node].transport;
}

static void stream_sends_append(struct stream_sends *sends, struct p2p_request *request)
{
    request->next = NULL;
    if (sends->first == NULL)
        sends->first = request;
    else
        sends->last->next = request;
    sends->last = request;
}

static void stream_sends_remove(struct stream_sends *sends, struct p2p_request *before, struct p2p_request *request)
{
    if (before == NULL)
        sends->first = request->next;
    else
        before->next = request->next;
    if (sends->last == request)
        sends->last = before;
}

static bool stream_is_eager(const struct p2p_request *request)
{
    return FSL_EAGER_BYTES != 0 && request->kind == P2P_SEND && request->bytes <= FSL_EAGER_BYTES &&
           !chan_is_engine(request->node);
}

static void stream_push_envelope(struct p2p_request *request)
{
    struct transport_peer *pair = stream_pair(request->node);
    p2p_touch(request->buffer, request->bytes);
    request->transport.number = pair->sent_count++;
    stream_sends_append(&pair->sent, request);
    P2P_MARK_SENDING("rendezvous", request->key, request->node, request->bytes);
    chan_send_envelope(request->node, request->key, request->bytes);
}

// An engine's answer names no message, and it takes any packet as data until it has its message. So it gets one message at a time.
static void stream_push_to_engine(struct p2p_request *request)
{
    struct transport_peer *pair = stream_pair(request->node);
    if (request->key >> MATCH_CONTEXT_SHIFT != P2P_WORLD_CONTEXT + P2P_USER)
        sim_fatal_text(MPI_ERR_COMM, "MPI: an engine takes part in point-to-point communication of MPI_COMM_WORLD only; use MPI_Send "
                                 "and MPI_Recv there, or a communicator of ranks with harts (MPI_Comm_create_group)");
    if (pair->sent.first != NULL) {
        stream_sends_append(&pair->held, request);
        return;
    }
    p2p_touch(request->buffer, request->bytes);
    stream_sends_append(&pair->sent, request);
    P2P_MARK_SENDING("rendezvous", request->key, request->node, request->bytes);
    chan_send_engine_envelope(request->node, (uint32_t)request->key);
}

static struct p2p_unexpected *stream_unexpected_new(size_t node, uint64_t key, size_t bytes, size_t data_bytes)
{
    struct p2p_unexpected *unexpected = p2p_allocate(sizeof *unexpected + data_bytes, stream_no_memory);
    unexpected->match.key = key;
    unexpected->node = node;
    unexpected->bytes = bytes;
    unexpected->rendezvous = false;
    match_keep(&unexpected->match);
    P2P_MARK_UNEXPECTED_FROM(unexpected, node);
    return unexpected;
}

// Delivers a node's message to itself.
static void stream_push_to_itself(struct p2p_request *request)
{
    size_t bytes = request->bytes;
    P2P_MARK_SENDING("eager", request->key, request->node, bytes);
    struct p2p_request *receive = p2p_request_of(match_take_posted(request->key));
    if (receive != NULL) {
        P2P_MARK_MATCHED_FROM(receive, request->node);
        p2p_envelope_into(receive, request->key, bytes);
        memcpy(receive->buffer, request->buffer, p2p_smaller(bytes, receive->bytes));
        p2p_complete_receive(receive);
    } else {
        struct p2p_unexpected *unexpected = stream_unexpected_new(request->node, request->key, bytes, bytes);
        memcpy(unexpected->data, request->buffer, bytes);
        unexpected->transport.stream = (struct chan_stream){.here = true};
    }
    request->done = true;
}

static void stream_push_eager(struct p2p_request *request)
{
    if (request->node == chan_node()) {
        stream_push_to_itself(request);
        return;
    }
    P2P_MARK_SENDING("eager", request->key, request->node, request->bytes);
    chan_send_eager(request->node, request->key, request->buffer, request->bytes, &request->done);
}

// Counts the envelope as answered. Returns whether it was the oldest open one of its pair.
static bool stream_answer(struct transport_peer *pair, uint32_t number)
{
    bool is_oldest = number == pair->oldest;
    pair->oldest += is_oldest;
    pair->open--;
    return is_oldest;
}

// If all earlier envelopes are answered, a clear to send of one word is enough.
static void stream_send_clear(size_t node, uint32_t number)
{
    if (stream_answer(stream_pair(node), number))
        chan_send_clear(node);
    else
        chan_send_clear_one(node, number);
}

// Sends one of the two kinds of packets for cancelled sends.
static void stream_push_withdrawal(struct p2p_request *request)
{
    uint32_t number = request->transport.number;
    if (request->kind == P2P_WITHDRAW) {
        chan_send_withdraw(request->node, number);
    } else {
        stream_answer(stream_pair(request->node), number);
        chan_send_withdrawn(request->node, number);
    }
    p2p_request_free(request);
}

enum chan_status transport_push(struct p2p_request *request)
{
    size_t node = request->node;
    if (!chan_takes(node))
        return CHAN_NO_RESOURCE;
    if (request->kind == P2P_CLEAR) {
        stream_send_clear(node, request->transport.number);
        p2p_request_free(request);
    } else if (request->kind == P2P_CLEARED) {
        chan_send_message(node, request->buffer, request->bytes, &request->done);
    } else if (__builtin_expect(request->kind >= P2P_WITHDRAW, 0)) {
        stream_push_withdrawal(request);
    } else if (stream_is_eager(request)) {
        stream_push_eager(request);
    } else if (chan_is_engine(node)) {
        stream_push_to_engine(request);
    } else {
        stream_push_envelope(request);
    }
    return CHAN_OK;
}

// Sends a packet about the envelope with this number: P2P_CLEAR, P2P_WITHDRAW or P2P_WITHDRAWN.
static void stream_tell(enum p2p_kind kind, size_t node, uint32_t number)
{
    struct p2p_request *request = p2p_request_new();
    request->kind = kind;
    request->node = node;
    request->transport.number = number;
    p2p_send_in_order(request);
}

static void stream_clear(size_t node, uint32_t number)
{
    if (p2p_state.peer[node].first == NULL && chan_ready(node))
        stream_send_clear(node, number);
    else
        stream_tell(P2P_CLEAR, node, number);
}

void transport_fetch(struct p2p_request *request, size_t node, int flag, const struct p2p_rts *rts)
{
    (void)flag;
    // An engine sends as many words as the receive asks for: its program knows that number.
    if (rts->bytes == STREAM_LENGTH_UNKNOWN)
        request->arrived = request->bytes;
    if (request->arrived != 0)
        chan_expect_message(&request->transport.stream, node, request->buffer, request->bytes, request->arrived);
    stream_clear(node, rts->cookie);
    if (request->arrived == 0)
        p2p_complete_receive(request);
}

static void stream_arrive_eager(size_t node, uint64_t key, size_t bytes)
{
    struct p2p_request *request = p2p_request_of(match_take_posted(key));
    if (request == NULL) {
        struct p2p_unexpected *unexpected = stream_unexpected_new(node, key, bytes, bytes);
        unexpected->transport.stream = (struct chan_stream){.here = true};
        if (bytes != 0)
            chan_expect_next(&unexpected->transport.stream, node, unexpected->data, bytes, bytes);
        unexpected->transport.stream.quiet = true;
        return;
    }
    P2P_MARK_MATCHED_FROM(request, node);
    p2p_envelope_into(request, key, bytes);
    if (bytes != 0)
        chan_expect_next(&request->transport.stream, node, request->buffer, request->bytes, bytes);
    else
        p2p_complete_receive(request);
}

void transport_receive_eager(struct p2p_request *request, struct p2p_unexpected *unexpected)
{
    const struct chan_stream *stream = &unexpected->transport.stream;
    size_t here = stream->here ? unexpected->bytes : unexpected->bytes - stream->left;
    size_t fits = p2p_smaller(here, request->bytes);
    memcpy(request->buffer, unexpected->data, fits);
    if (stream->here)
        p2p_complete_receive(request);
    else
        chan_redirect(&request->transport.stream, unexpected->node, request->buffer + fits, request->bytes - fits);
}

static void stream_arrive_requested(size_t node, uint64_t key, size_t bytes)
{
    struct transport_peer *pair = stream_pair(node);
    struct p2p_rts rts = {.bytes = bytes, .cookie = pair->arrived++};
    if (pair->open++ == 0)
        pair->oldest = rts.cookie;
    struct p2p_request *request = p2p_request_of(match_take_posted(key));
    if (request != NULL) {
        P2P_MARK_MATCHED_FROM(request, node);
        p2p_envelope_into(request, key, bytes);
        transport_fetch(request, node, -1, &rts);
        return;
    }
    struct p2p_unexpected *unexpected = stream_unexpected_new(node, key, bytes, 0);
    unexpected->rendezvous = true;
    unexpected->flag = -1;
    unexpected->rts = rts;
}

void stream_arrive_envelope(size_t node, uint64_t key, uint32_t length)
{
    if (wire_is_eager(length))
        stream_arrive_eager(node, key, length & ~WIRE_EAGER);
    else
        stream_arrive_requested(node, key, length);
}

// Takes the answered send out of those that wait for an answer.
static struct p2p_request *stream_take_answered(const struct chan_news *news)
{
    struct stream_sends *sends = &stream_pair(news->node)->sent;
    struct p2p_request *before = NULL, *request = sends->first;
    if (news->count == WIRE_NUMBER_WORDS) {
        for (; request != NULL && request->transport.number != news->words[1]; request = request->next)
            before = request;
    }
    if (request == NULL)
        sim_fatal_text(MPI_ERR_INTERN, "MPI: an answer has come for no send");
    stream_sends_remove(sends, before, request);
    return request;
}

// Sends the next message to an engine, after the one that was cleared.
static void stream_release_held(struct transport_peer *pair)
{
    struct p2p_request *request = pair->held.first;
    if (request == NULL)
        return;
    stream_sends_remove(&pair->held, NULL, request);
    p2p_send_in_order(request);
}

static void stream_arrive_clear(const struct chan_news *news)
{
    struct transport_peer *pair = stream_pair(news->node);
    struct p2p_request *request = stream_take_answered(news);
    if (request->bytes == 0) {
        request->done = true;
    } else {
        request->kind = P2P_CLEARED;
        p2p_send_in_order(request);
    }
    stream_release_held(pair);
}

// If the message has met its receive, there is no answer but its clear to send.
static void stream_arrive_withdraw(size_t node, uint32_t number)
{
    if (host_withdraw(node, number))
        stream_tell(P2P_WITHDRAWN, node, number);
}

// Does not withdraw an eager message, one whose data is being sent (they are in no list), or one that an engine knows of.
void transport_withdraw(struct p2p_request *request)
{
    struct transport_peer *pair = stream_pair(request->node);
    bool is_engine = chan_is_engine(request->node);
    struct stream_sends *sends = is_engine ? &pair->held : &pair->sent;
    struct p2p_request *before = NULL, *found = sends->first;
    for (; found != NULL && found != request; found = found->next)
        before = found;
    if (found == NULL)
        return;
    if (is_engine) {
        stream_sends_remove(sends, before, request);
        p2p_cancelled(request);
    } else {
        stream_tell(P2P_WITHDRAW, request->node, request->transport.number);
    }
}

void stream_arrive_news(void)
{
    const struct chan_news *news = &chan_state.news;
    size_t node = news->node;
    switch (chan_take_news()) {
    case CHAN_ENVELOPE:
        stream_arrive_envelope(node, (uint64_t)news->words[1] << 32 | news->words[0], news->words[2]);
        break;
    case CHAN_ENGINE_ENVELOPE:
        stream_arrive_requested(node, match_key(P2P_WORLD_CONTEXT + P2P_USER, node, news->words[0]), STREAM_LENGTH_UNKNOWN);
        break;
    case CHAN_CLEAR:
        stream_arrive_clear(news);
        break;
    case CHAN_MESSAGE:
        p2p_complete_receive(stream_request_of(news->stream));
        break;
    case CHAN_WITHDRAW:
        stream_arrive_withdraw(node, news->words[1]);
        break;
    case CHAN_WITHDRAWN:
        p2p_cancelled(stream_take_answered(news));
        break;
    case CHAN_NOTHING:
        break;
    }
}

void stream_receive_answered(struct p2p_request *request, size_t node, bool is_eager)
{
    unsigned char *buffer = request->buffer;
    size_t bytes = request->bytes, arrived = request->arrived;
    bool is_next = is_eager || !(chan_is_sending() || chan_expects(node));
    if (is_next && chan_await_message(&request->transport.stream, node, buffer, bytes, arrived)) {
        p2p_complete_receive(request);
        return;
    }
    if (!is_next)
        chan_expect_message(&request->transport.stream, node, buffer, bytes, arrived);
    request->done = false;
    p2p_wait(request);
}

static __attribute__((noinline)) int stream_send_answered(size_t node, const void *buffer, size_t bytes)
{
    bool sent = false;
    chan_send_message(node, buffer, bytes, &sent);
    while (!sent)
        p2p_progress();
    return MPI_SUCCESS;
}

// `put` words of the envelope were put. If that is all of them, another packet has come before the clear to send.
static __attribute__((noinline)) int stream_send_unanswered(const struct p2p_comm *comm, enum p2p_context context,
                                                         const void *buffer, size_t bytes, int dest, int tag, unsigned put)
{
    struct p2p_request request;
    p2p_send_prepare(&request, P2P_SEND, comm, context, buffer, bytes, dest, tag);
    struct transport_peer *pair = stream_pair(request.node);
    request.transport.number = pair->sent_count - 1;
    stream_sends_append(&pair->sent, &request);
    if (put <= WIRE_ENVELOPE_WORDS)
        chan_keep_envelope(put, request.node, request.key, bytes);
    p2p_wait(&request);
    return MPI_SUCCESS;
}

// If nothing else is under way, the next packet is usually the clear to send. Up to that point, this calls no function, so it saves
// no registers.
int transport_send_long(const struct p2p_comm *comm, enum p2p_context context, const void *buffer, size_t bytes, int dest,
                        int tag)
{
    size_t node = p2p_node(comm, dest);
    struct transport_peer *pair = stream_pair(node);
    if (__builtin_expect(!stream_is_idle() || pair->sent.first != NULL || pair->general_only, 0) ||
        (FSL_EAGER_BYTES != 0 && bytes <= FSL_EAGER_BYTES))
        return p2p_send_generally(comm, context, buffer, bytes, dest, tag);
    uint64_t key = comm->key[context] | (uint32_t)tag;
    p2p_touch(buffer, bytes);
    pair->sent_count++;
    P2P_MARK_SENDING("rendezvous", key, node, bytes);
    unsigned put;
    if (__builtin_expect(!chan_put_envelope(node, key, bytes, &put) || !chan_await_clear(node), 0))
        return stream_send_unanswered(comm, context, buffer, bytes, dest, tag, put);
    return bytes == 0 ? MPI_SUCCESS : stream_send_answered(node, buffer, bytes);
}
