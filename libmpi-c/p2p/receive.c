// Receiving: what each packet does, posted receives, unexpected messages.
#include <stdlib.h>
#include <string.h>

#include "p2p/internal.h"

static const char p2p_no_memory[] = "MPI: no memory left for messages that arrived before their receive";

static void p2p_envelope_into(struct p2p_request *request, uint64_t key, size_t bytes)
{
    request->source = match_source(key);
    request->tag = match_tag(key);
    request->arrived = bytes;
}

// Copies the next `bytes` of a message to where its stream goes; what does not fit is dropped.
static void p2p_stream_feed(struct p2p_stream *stream, const unsigned char *payload, size_t bytes)
{
    size_t fits = p2p_smaller(bytes, stream->room);
    memcpy(stream->to, payload, fits);
    stream->to += fits;
    stream->room -= fits;
    stream->left -= bytes;
    if (stream->left == 0) {
        if (stream->request != NULL)
            p2p_complete_receive(stream->request);
        stream->request = NULL;
        stream->unexpected = NULL;
    }
}

static struct p2p_unexpected *p2p_unexpected_new(uint64_t key, unsigned node, size_t data_bytes)
{
    struct p2p_unexpected *unexpected = p2p_allocate(sizeof *unexpected + data_bytes, p2p_no_memory);
    unexpected->match.key = key;
    unexpected->node = node;
    match_append(&match_unexpected, &unexpected->match);
    return unexpected;
}

static void p2p_handle_eager(const struct chan_packet *packet)
{
    uint64_t key = packet->head[0], head = packet->head[1];
    unsigned node = p2p_head_node(head);
    size_t bytes = p2p_head_length(head), here = p2p_smaller(bytes, CHAN_MAX_PAYLOAD);
    struct p2p_request *request = p2p_request_of(match_take_posted(key));
    struct p2p_stream *stream = &p2p.peer[node].stream;
    if (request != NULL) {
        p2p_envelope_into(request, key, bytes);
        if (bytes == here) {
            if (bytes != 0)
                memcpy(request->buffer, packet->payload, p2p_smaller(bytes, request->bytes));
            p2p_complete_receive(request);
            return;
        }
        *stream = (struct p2p_stream){request->buffer, request->bytes, bytes, request, NULL};
    } else {
        struct p2p_unexpected *unexpected = p2p_unexpected_new(key, node, bytes);
        unexpected->kind = P2P_EAGER;
        unexpected->bytes = bytes;
        if (bytes == here) {
            memcpy(unexpected->data, packet->payload, bytes);
            return;
        }
        *stream = (struct p2p_stream){unexpected->data, bytes, bytes, NULL, unexpected};
    }
    p2p_stream_feed(stream, packet->payload, here);
}

static void p2p_handle_rts(const struct chan_packet *packet)
{
    uint64_t key = packet->head[0], head = packet->head[1];
    unsigned node = p2p_head_node(head), length = p2p_head_length(head);
    int flag = length == P2P_NO_FLAG ? -1 : (int)length;
    const struct p2p_rts *rts = (const struct p2p_rts *)packet->payload;
    struct p2p_request *request = p2p_request_of(match_take_posted(key));
    if (request != NULL) {
        p2p_envelope_into(request, key, rts->bytes);
        p2p_fetch(request, node, flag, rts);
    } else {
        struct p2p_unexpected *unexpected = p2p_unexpected_new(key, node, 0);
        unexpected->kind = P2P_RTS;
        unexpected->bytes = rts->bytes;
        unexpected->flag = flag;
        unexpected->rts = *rts;
    }
}

static void p2p_handle_fin(const struct chan_packet *packet)
{
    uint64_t cookie;
    memcpy(&cookie, packet->payload, sizeof cookie);
    ((struct p2p_request *)(uintptr_t)cookie)->done = true;
}

void p2p_handle(const struct chan_packet *packet)
{
    uint64_t head = packet->head[1];
    switch (p2p_head_kind(head)) {
    case P2P_EAGER:
        p2p_handle_eager(packet);
        break;
    case P2P_CONTINUE:
        p2p_stream_feed(&p2p.peer[p2p_head_node(head)].stream, packet->payload, p2p_head_length(head));
        break;
    case P2P_RTS:
        p2p_handle_rts(packet);
        break;
    case P2P_FIN:
        p2p_handle_fin(packet);
        break;
    }
    chan_release(p2p_head_node(head));
}

// Gives an unexpected eager message, which may still be arriving, to a receive.
static void p2p_receive_eager(struct p2p_request *request, struct p2p_unexpected *unexpected)
{
    struct p2p_stream *stream = &p2p.peer[unexpected->node].stream;
    bool arriving = stream->unexpected == unexpected;
    size_t here = arriving ? unexpected->bytes - stream->left : unexpected->bytes;
    size_t fits = p2p_smaller(here, request->bytes);
    memcpy(request->buffer, unexpected->data, fits);
    if (arriving)
        *stream = (struct p2p_stream){request->buffer + fits, request->bytes - fits, stream->left, request, NULL};
    else
        p2p_complete_receive(request);
}

static void p2p_receive_unexpected(struct p2p_request *request, struct match_entry **link)
{
    struct p2p_unexpected *unexpected = (struct p2p_unexpected *)*link;
    match_unlink(&match_unexpected, link);
    p2p_envelope_into(request, unexpected->match.key, unexpected->bytes);
    if (unexpected->kind == P2P_EAGER)
        p2p_receive_eager(request, unexpected);
    else
        p2p_fetch(request, unexpected->node, unexpected->flag, &unexpected->rts);
    free(unexpected);
}

static inline uint64_t p2p_receive_key(const struct p2p_comm *comm, enum p2p_context context, int source, int tag)
{
    return match_key(comm->context + context, source == MPI_ANY_SOURCE ? 0 : source, tag);
}

static inline uint64_t p2p_receive_mask(int source, int tag)
{
    uint64_t mask = UINT64_MAX;
    if (source == MPI_ANY_SOURCE)
        mask &= ~((uint64_t)UINT16_MAX << MATCH_SOURCE_SHIFT);
    if (tag == MPI_ANY_TAG)
        mask &= ~(uint64_t)UINT32_MAX;
    return mask;
}

void p2p_receive_start(struct p2p_request *request, const struct p2p_comm *comm, enum p2p_context context,
                       void *buffer, size_t bytes, int source, int tag)
{
    request->kind = P2P_RECEIVE;
    request->done = false;
    request->comm = comm;
    request->buffer = buffer;
    request->bytes = bytes;
    request->match.key = p2p_receive_key(comm, context, source, tag);
    request->match.mask = p2p_receive_mask(source, tag);
    struct match_entry **link = match_find_unexpected(request->match.key, request->match.mask);
    if (link != NULL)
        p2p_receive_unexpected(request, link);
    else
        match_append(&match_posted, &request->match);
}

static bool p2p_look(uint64_t key, uint64_t mask, struct p2p_envelope *envelope)
{
    struct match_entry **link = match_find_unexpected(key, mask);
    if (link == NULL)
        return false;
    envelope->source = match_source((*link)->key);
    envelope->tag = match_tag((*link)->key);
    envelope->bytes = ((struct p2p_unexpected *)*link)->bytes;
    return true;
}

bool p2p_iprobe(const struct p2p_comm *comm, int source, int tag, struct p2p_envelope *envelope)
{
    uint64_t key = p2p_receive_key(comm, P2P_USER, source, tag), mask = p2p_receive_mask(source, tag);
    for (unsigned left = chan_arrived();; left--) {
        if (p2p_look(key, mask, envelope))
            return true;
        p2p_progress();
        if (left == 0)
            return p2p_look(key, mask, envelope);
    }
}

void p2p_probe(const struct p2p_comm *comm, int source, int tag, struct p2p_envelope *envelope)
{
    uint64_t key = p2p_receive_key(comm, P2P_USER, source, tag), mask = p2p_receive_mask(source, tag);
    while (!p2p_look(key, mask, envelope))
        p2p_progress();
}
