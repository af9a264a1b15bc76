// Where the channel carries whole messages (CHAN_STREAMS): all of them by rendezvous. An envelope goes to the receiver, who
// answers it when there is a receive for it, and then the message comes, straight into its buffer (Saldaña 2006 §4.3.2, §4.3.3).
// What a node sends to another stays in order: messages come in the order in which they were cleared.
#include "p2p/internal.h"

#if CHAN_STREAMS

static const char p2p_no_memory[] = "MPI: no memory left for envelopes that arrived before their receive";

static struct p2p_request *p2p_request_of_stream(struct chan_stream *stream)
{
    return (struct p2p_request *)((unsigned char *)stream - offsetof(struct p2p_request, stream));
}

static void p2p_push_envelope(struct p2p_request *request)
{
    struct p2p_pair *pair = &p2p_state.peer[request->node].pair;
    p2p_touch(request->buffer, request->bytes);
    request->number = pair->sent++;
    request->match.next = NULL;
    if (pair->first == NULL)
        pair->first = request;
    else
        pair->last->match.next = &request->match;
    pair->last = request;
    P2P_MARK_SENDING("rendezvous", request->key, request->node, request->bytes);
    chan_send_envelope(request->node, request->key, request->bytes);
}

// The clear to send of one word will do when all earlier envelopes have been answered.
static void p2p_push_clear(struct p2p_request *request)
{
    struct p2p_pair *pair = &p2p_state.peer[request->node].pair;
    uint32_t number = request->number;
    bool is_oldest = number == pair->oldest;
    pair->oldest += is_oldest;
    if (--pair->open == 0)
        pair->oldest = pair->arrived;
    size_t node = request->node;
    p2p_request_free(request);
    if (is_oldest)
        chan_send_clear(node);
    else
        chan_send_clear_one(node, number);
}

enum chan_status p2p_push(struct p2p_request *request)
{
    if (!chan_takes(request->node))
        return CHAN_NO_RESOURCE;
    if (request->kind == P2P_CLEAR)
        p2p_push_clear(request);
    else if (request->kind == P2P_CLEARED)
        chan_send_message(request->node, request->buffer, request->bytes, &request->done);
    else
        p2p_push_envelope(request);
    return CHAN_OK;
}

void p2p_fetch(struct p2p_request *request, size_t node, int flag, const struct p2p_rts *rts)
{
    (void)flag;
    struct p2p_request *clear = p2p_request_new();
    clear->kind = P2P_CLEAR;
    clear->node = node;
    clear->number = rts->cookie;
    if (request->arrived != 0)
        chan_expect_message(&request->stream, node, request->buffer, request->bytes, request->arrived);
    p2p_send_in_order(clear);
    if (request->arrived == 0)
        p2p_complete_receive(request);
}

static void p2p_arrive_envelope(const struct chan_news *news)
{
    size_t node = news->node;
    struct p2p_pair *pair = &p2p_state.peer[node].pair;
    uint64_t key = (uint64_t)news->words[1] << 32 | news->words[0];
    struct p2p_rts rts = {.bytes = news->words[2], .cookie = pair->arrived++};
    pair->open++;
    struct p2p_request *request = p2p_request_of(match_take_posted(key));
    if (request != NULL) {
        P2P_MARK_MATCHED_FROM(request, node);
        p2p_envelope_into(request, key, rts.bytes);
        p2p_fetch(request, node, -1, &rts);
        return;
    }
    struct p2p_unexpected *unexpected = p2p_allocate(sizeof *unexpected, p2p_no_memory);
    unexpected->match.key = key;
    unexpected->node = node;
    unexpected->bytes = rts.bytes;
    unexpected->rendezvous = true;
    unexpected->flag = -1;
    unexpected->rts = rts;
    match_append(&match_unexpected, &unexpected->match);
    P2P_MARK_UNEXPECTED_FROM(unexpected, node);
}

// Takes the send that is cleared out of those that have not been answered.
static struct p2p_request *p2p_take_cleared(const struct chan_news *news)
{
    struct p2p_pair *pair = &p2p_state.peer[news->node].pair;
    struct p2p_request *before = NULL, *request = pair->first;
    if (news->count == WIRE_CLEAR_ONE_WORDS) {
        for (; request != NULL && request->number != news->words[1]; request = p2p_request_of(request->match.next))
            before = request;
    }
    if (request == NULL)
        chan_fatal(MPI_ERR_INTERN, "MPI: a clear to send has come for no send");
    if (before == NULL)
        pair->first = p2p_request_of(request->match.next);
    else
        before->match.next = request->match.next;
    if (pair->last == request)
        pair->last = before;
    return request;
}

static void p2p_arrive_clear(const struct chan_news *news)
{
    struct p2p_request *request = p2p_take_cleared(news);
    if (request->bytes == 0) {
        request->done = true;
        return;
    }
    request->kind = P2P_CLEARED;
    p2p_send_in_order(request);
}

void p2p_arrive_news(void)
{
    const struct chan_news *news = &chan_state.news;
    switch (chan_take_news()) {
    case CHAN_ENVELOPE:
        p2p_arrive_envelope(news);
        break;
    case CHAN_CLEAR:
        p2p_arrive_clear(news);
        break;
    case CHAN_MESSAGE:
        p2p_complete_receive(p2p_request_of_stream(news->stream));
        break;
    case CHAN_NOTHING:
        break;
    }
}

int p2p_send_long(const struct p2p_comm *comm, enum p2p_context context, const void *buffer, size_t bytes, int dest,
                  int tag)
{
    struct p2p_request request;
    p2p_send_start(&request, P2P_SEND, comm, context, buffer, bytes, dest, tag);
    p2p_wait(&request);
    return MPI_SUCCESS;
}

#endif
