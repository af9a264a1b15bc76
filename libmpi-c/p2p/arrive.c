// What each packet does that arrives.
#include "p2p/internal.h"

#if !CHAN_STREAMS

static const char p2p_no_memory[] = "MPI: no memory left for messages that arrived before their receive";

static struct p2p_unexpected *p2p_unexpected_new(const struct chan_packet *packet, size_t node, size_t bytes,
                                                 bool rendezvous)
{
    size_t data_bytes = rendezvous ? 0 : bytes;
    struct p2p_unexpected *unexpected = p2p_allocate(sizeof *unexpected + data_bytes, p2p_no_memory);
    unexpected->match.key = packet->head[0];
    unexpected->node = node;
    unexpected->bytes = bytes;
    unexpected->rendezvous = rendezvous;
    match_keep(&unexpected->match);
    P2P_MARK_UNEXPECTED(unexpected, packet);
    return unexpected;
}

static void p2p_arrive_short(const struct chan_packet *packet)
{
    uint64_t key = packet->head[0], head = packet->head[1];
    size_t bytes = p2p_head_length(head);
    struct p2p_request *request = p2p_request_of(match_take_posted(key));
    if (request == NULL) {
        memcpy(p2p_unexpected_new(packet, p2p_head_node(head), bytes, false)->data, packet->payload, bytes);
        return;
    }
    P2P_MARK_MATCHED(request, packet);
    p2p_envelope_into(request, key, bytes);
    chan_copy_out(request->buffer, packet->payload, p2p_smaller(bytes, request->bytes));
    p2p_complete_receive(request);
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

static void p2p_arrive_eager(const struct chan_packet *packet)
{
    uint64_t key = packet->head[0], head = packet->head[1];
    size_t node = p2p_head_node(head), bytes = p2p_head_length(head);
    struct p2p_request *request = p2p_request_of(match_take_posted(key));
    struct p2p_stream *stream = &p2p_state.peer[node].stream;
    if (request != NULL) {
        P2P_MARK_MATCHED(request, packet);
        p2p_envelope_into(request, key, bytes);
        *stream = (struct p2p_stream){request->buffer, request->bytes, bytes, request, NULL};
    } else {
        struct p2p_unexpected *unexpected = p2p_unexpected_new(packet, node, bytes, false);
        *stream = (struct p2p_stream){unexpected->data, bytes, bytes, NULL, unexpected};
    }
    p2p_stream_feed(stream, packet->payload, CHAN_MAX_PAYLOAD);
}

static void p2p_arrive_rts(const struct chan_packet *packet)
{
    uint64_t key = packet->head[0], head = packet->head[1];
    size_t node = p2p_head_node(head), length = p2p_head_length(head);
    int flag = length == P2P_NO_FLAG ? -1 : (int)length;
    const struct p2p_rts *rts = (const struct p2p_rts *)packet->payload;
    struct p2p_request *request = p2p_request_of(match_take_posted(key));
    if (request != NULL) {
        P2P_MARK_MATCHED(request, packet);
        p2p_envelope_into(request, key, rts->bytes);
        p2p_fetch(request, node, flag, rts);
    } else {
        struct p2p_unexpected *unexpected = p2p_unexpected_new(packet, node, rts->bytes, true);
        unexpected->flag = flag;
        unexpected->rts = *rts;
    }
}

#if !CHAN_READS_MEMORY
// A message that was cleared begins: its receive is known.
static void p2p_arrive_cleared(const struct chan_packet *packet)
{
    const struct p2p_data *data = (const struct p2p_data *)packet->payload;
    struct p2p_request *request = (struct p2p_request *)(uintptr_t)data->receiver;
    struct p2p_stream *stream = &p2p_state.peer[p2p_head_node(packet->head[1])].stream;
    *stream = (struct p2p_stream){request->buffer, request->bytes, data->bytes, request, NULL};
    p2p_stream_feed(stream, packet->payload + sizeof *data, p2p_smaller(data->bytes, CHAN_MAX_PAYLOAD - sizeof *data));
}
#endif

static void p2p_arrive_fin(const struct chan_packet *packet)
{
    p2p_word cookie = *(const p2p_word *)packet->payload;
    ((struct p2p_request *)(uintptr_t)cookie)->done = true;
}

static __attribute__((noinline)) void p2p_arrive_other(const struct chan_packet *packet)
{
    uint64_t head = packet->head[1];
    switch (p2p_head_kind(head)) {
    case P2P_EAGER:
        p2p_arrive_eager(packet);
        break;
    case P2P_CONTINUE:
        p2p_stream_feed(&p2p_state.peer[p2p_head_node(head)].stream, packet->payload, p2p_head_length(head));
        break;
    case P2P_RTS:
        p2p_arrive_rts(packet);
        break;
#if !CHAN_READS_MEMORY
    case P2P_CTS:
        p2p_arrive_cts(packet);
        break;
    case P2P_DATA:
        p2p_arrive_cleared(packet);
        break;
#endif
    default:
        p2p_arrive_fin(packet);
        break;
    }
}

void p2p_arrive(const struct chan_packet *packet)
{
    uint64_t head = packet->head[1];
    if (__builtin_expect(p2p_head_kind(head) == P2P_SHORT, 1)) {
        p2p_arrive_short(packet);
#if !CHAN_READS_MEMORY
    } else if (CHAN_FIN_IN_RING && p2p_head_kind(head) == P2P_ENDED) {
        p2p_arrive_ended();
        return;
#endif
    } else {
        p2p_arrive_other(packet);
    }
    chan_release(p2p_head_node(head));
}

#endif
