// Conduit `packets`: active messages over transport/packets. A message is one packet, or several in a row from its node. If there are
// hardware transfers, they carry Long payloads that do not fit one packet.
//
// head[0] of a packet: handler (8 bits), arguments (8), flags (8), and from bit 32 on bytes of payload (32). Payload: a block that
// begins with the arguments, then the message's payload. The block of Medium and Long messages is padded to 16 bytes; that of Long
// ones ends with 16 bytes for the destination. Later packets go on where the one before ends.
#include <string.h>

#include "api/session.h"
#include "gasnet/core.h"
#include "mark/phase.h"
#include "p2p/agent.h"
#include "transfers.h"
#include "transport/transport.h"

enum {
    PACKETS_COUNT_SHIFT = 8,
    PACKETS_FLAGS_SHIFT = 16,
    PACKETS_BYTES_SHIFT = 32,
    PACKETS_CATEGORY = 3,      // of the flags: enum am_category
    PACKETS_REPLY = 4,
    PACKETS_FOLLOWS = 8,       // this packet continues the last message of its node
    PACKETS_IN_PLACE = 16,     // of a Long message: the payload is at its destination
    PACKETS_GRAIN = 16,        // alignment of payloads, and of the data before them
    PACKETS_MEDIUM_BYTES = 4096,
    PACKETS_LONG_BYTES = TRANSFERS_EXIST ? 1 << 22 : 1 << 16,
};

enum { PACKETS_BLOCK_BYTES = GASNET_MAX_ARGUMENTS * sizeof(gasnet_handlerarg_t) + PACKETS_GRAIN };

// A message that is being sent.
struct packets_stream {
    uint64_t head;
    const unsigned char *payload;
    size_t block_bytes, bytes;  // of the block, and of block and payload
    size_t sent;                // bytes of both that have been sent
    _Alignas(PACKETS_GRAIN) unsigned char block[PACKETS_BLOCK_BYTES];
};

// A message that is sent later: from a handler, if the network did not take it at once; or a Long one whose payload is on its way.
struct packets_deferred {
    struct packets_deferred *next;
    unsigned node;
    uint32_t counters;  // of its payload's transfer; 0: there is none, or it is over
    struct packets_stream stream;
    unsigned char payload[];
};

// A message that comes in several packets.
struct packets_coming {
    uint64_t head;
    unsigned char *to;          // where the next bytes go
    size_t left;                // bytes up to the end of the block, or of the payload
    bool has_block;
    struct am_message message;  // valid once the block is here
    unsigned char *memory;      // for the payload of a Medium message
    _Alignas(PACKETS_GRAIN) unsigned char block[PACKETS_BLOCK_BYTES];
};

struct packets_peer {
    struct packets_coming *coming;  // NULL if no message is partly here
    const void *sending;            // the stream whose packets must come next, because it is partly sent; or NULL
};

static struct packets_peer *packets_peers;
static struct packets_deferred *packets_deferred_first;
static struct p2p_agent packets_agent;

static inline size_t packets_rounded(size_t bytes)
{
    return (bytes + PACKETS_GRAIN - 1) & -(size_t)PACKETS_GRAIN;
}

static inline size_t packets_arguments_bytes(unsigned count)
{
    return count * sizeof(gasnet_handlerarg_t);
}

static inline size_t packets_block_bytes(unsigned category, unsigned count)
{
    size_t bytes = packets_arguments_bytes(count);
    return category == AM_SHORT ? bytes : packets_rounded(bytes) + (category == AM_LONG ? PACKETS_GRAIN : 0);
}

// ---- Arrival

// Returns the message whose head and block are here. `payload` follows the block, if it fits.
static struct am_message packets_message(uint64_t head, const unsigned char *block)
{
    unsigned flags = (uint8_t)(head >> PACKETS_FLAGS_SHIFT);
    struct am_message message = {.arguments = (const gasnet_handlerarg_t *)block, .bytes = (uint32_t)(head >> PACKETS_BYTES_SHIFT),
                                 .handler = (uint8_t)head, .count = (uint8_t)(head >> PACKETS_COUNT_SHIFT),
                                 .category = flags & PACKETS_CATEGORY, .is_reply = (flags & PACKETS_REPLY) != 0};
    size_t bytes = packets_block_bytes(message.category, message.count);
    if (message.category == AM_LONG) {
        message.destination = *(const chan_address *)(block + bytes - PACKETS_GRAIN);
        message.payload = (const void *)message.destination;
    } else {
        message.payload = block + bytes;
    }
    return message;
}

static void packets_complete(struct packets_peer *peer, unsigned node)
{
    struct packets_coming *coming = peer->coming;
    peer->coming = NULL;
    am_arrive(&coming->message, node);
    p2p_free(coming->memory);
    p2p_free(coming);
}

// The block is here: determines where the payload goes.
static void packets_open(struct packets_coming *coming)
{
    coming->has_block = true;
    coming->message = packets_message(coming->head, coming->block);
    struct am_message *message = &coming->message;
    if (message->category == AM_MEDIUM)
        message->payload = coming->memory = am_allocate(message->bytes);
    coming->to = (unsigned char *)message->payload;
    coming->left = message->category == AM_SHORT || (coming->head >> PACKETS_FLAGS_SHIFT & PACKETS_IN_PLACE) != 0 ? 0 : message->bytes;
}

// Takes the next bytes of the message coming from `node`.
static void packets_follow(unsigned node, const unsigned char *payload, size_t bytes)
{
    struct packets_peer *peer = &packets_peers[node];
    struct packets_coming *coming = peer->coming;
    if (!coming->has_block) {
        size_t piece = p2p_smaller(bytes, coming->left);
        memcpy(coming->to, payload, piece);
        coming->to += piece;
        coming->left -= piece;
        payload += piece;
        bytes -= piece;
        if (coming->left != 0)
            return;
        packets_open(coming);
    }
    memcpy(coming->to, payload, bytes);
    coming->to += bytes;
    coming->left -= bytes;
    if (coming->left == 0)
        packets_complete(peer, node);
}

// Takes the first of several packets.
static void packets_begin(const struct chan_packet *packet, unsigned node, size_t block_bytes, size_t bytes)
{
    struct packets_coming *coming = am_allocate(sizeof *coming);
    coming->head = packet->head[0];
    coming->to = coming->block;
    coming->left = block_bytes;
    coming->has_block = false;
    coming->memory = NULL;
    packets_peers[node].coming = coming;
    packets_follow(node, packet->payload, bytes);
}

// Takes a packet of any active message but a Short one of one packet.
static __attribute__((noinline)) void packets_arrive_other(const struct chan_packet *packet, unsigned flags, unsigned node, size_t bytes)
{
    uint64_t head = packet->head[0];
    if (flags & PACKETS_FOLLOWS) {
        packets_follow(node, packet->payload, bytes);
        return;
    }
    unsigned category = flags & PACKETS_CATEGORY;
    size_t block_bytes = packets_block_bytes(category, (uint8_t)(head >> PACKETS_COUNT_SHIFT));
    bool has_payload = category != AM_SHORT && (flags & PACKETS_IN_PLACE) == 0;
    if (bytes < block_bytes + (has_payload ? (uint32_t)(head >> PACKETS_BYTES_SHIFT) : 0)) {
        packets_begin(packet, node, block_bytes, bytes);
        return;
    }
    struct am_message message = packets_message(head, packet->payload);
    if (category == AM_LONG && has_payload)
        memcpy((void *)message.destination, packet->payload + block_bytes, message.bytes);
    am_arrive(&message, node);
}

static void packets_arrive(const struct chan_packet *packet)
{
    uint64_t head = packet->head[0];
    unsigned node = packet_head_node(packet->head[1]), flags = (uint8_t)(head >> PACKETS_FLAGS_SHIFT);
    unsigned count = (uint8_t)(head >> PACKETS_COUNT_SHIFT);
    size_t bytes = packet_head_length(packet->head[1]);
    if ((flags & ~PACKETS_REPLY) != AM_SHORT || bytes < packets_arguments_bytes(count)) {
        packets_arrive_other(packet, flags, node, bytes);
        return;
    }
    const struct am_message message = {.arguments = (const gasnet_handlerarg_t *)packet->payload, .handler = (uint8_t)head,
                                       .count = count, .category = AM_SHORT, .is_reply = (flags & PACKETS_REPLY) != 0};
    am_arrive(&message, node);
}

// Replaces the function that knows no active messages.
void packet_arrive(const struct chan_packet *packet)
{
    if (packet_head_kind(packet->head[1]) != PACKET_ACTIVE) {
        packet_arrive_known(packet);
        return;
    }
    packets_arrive(packet);
    chan_release(packet_head_node(packet->head[1]));
}

// ---- Sending

static uint64_t packets_head(const struct am_message *message, unsigned flags)
{
    flags |= message->category | (message->is_reply ? PACKETS_REPLY : 0);
    return (uint64_t)message->bytes << PACKETS_BYTES_SHIFT | (uint64_t)flags << PACKETS_FLAGS_SHIFT |
           (uint64_t)message->count << PACKETS_COUNT_SHIFT | message->handler;
}

// `is_in_place`: leaves out the payload of a Long message.
static void packets_pack(struct packets_stream *stream, const struct am_message *message, bool is_in_place)
{
    stream->head = packets_head(message, is_in_place ? PACKETS_IN_PLACE : 0);
    stream->payload = message->payload;
    stream->block_bytes = packets_block_bytes(message->category, message->count);
    stream->bytes = stream->block_bytes + (message->category == AM_SHORT || is_in_place ? 0 : message->bytes);
    stream->sent = 0;
    if (message->count != 0)
        memcpy(stream->block, message->arguments, packets_arguments_bytes(message->count));
    if (message->category == AM_LONG)
        *(chan_address *)(stream->block + stream->block_bytes - PACKETS_GRAIN) = message->destination;
}

// Sends the next packet of a stream. The channel must accept it.
static void packets_send_next(unsigned node, struct packets_stream *stream)
{
    _Alignas(PACKETS_GRAIN) unsigned char joined[CHAN_MAX_PAYLOAD];
    size_t bytes = p2p_smaller(stream->bytes - stream->sent, CHAN_MAX_PAYLOAD), of_block = 0;
    const unsigned char *from = stream->payload + stream->sent - stream->block_bytes;
    if (stream->sent < stream->block_bytes) {
        of_block = p2p_smaller(stream->block_bytes - stream->sent, bytes);
        memcpy(joined, stream->block + stream->sent, of_block);
        memcpy(joined + of_block, stream->payload, bytes - of_block);
        from = joined;
    }
    uint64_t head = stream->sent == 0 ? stream->head : (uint64_t)PACKETS_FOLLOWS << PACKETS_FLAGS_SHIFT;
    chan_send_out_of_line(node, head, packet_head(PACKET_ACTIVE, bytes), from, bytes);
    stream->sent += bytes;
}

// Sends as much of the stream as the channel accepts now. Returns whether all is sent.
static bool packets_push(unsigned node, struct packets_stream *stream)
{
    struct packets_peer *peer = &packets_peers[node];
    if (peer->sending != NULL && peer->sending != stream)
        return false;
    do {
        if (!chan_takes(node))
            return false;
        packets_send_next(node, stream);
        peer->sending = stream;
    } while (stream->sent != stream->bytes);
    peer->sending = NULL;
    return true;
}

// Can packets_push continue with the stream? Changes nothing.
static bool packets_can_push(unsigned node, const struct packets_stream *stream)
{
    const void *sending = packets_peers[node].sending;
    return (sending == NULL || sending == stream) && chan_ready(node);
}

// ---- Messages that are sent later

// Can the message continue now? Changes nothing.
static bool packets_may_go(const struct packets_deferred *deferred)
{
    return (deferred->counters == 0 || transfer_is_idle(__builtin_ctz(deferred->counters))) &&
           packets_can_push(deferred->node, &deferred->stream);
}

// Continues with the message. Returns whether all is sent.
static bool packets_go(struct packets_deferred *deferred)
{
    if (deferred->counters != 0)
        transfer_end(__builtin_ctz(deferred->counters));
    deferred->counters = 0;
    return packets_push(deferred->node, &deferred->stream);
}

static bool packets_agent_ready(const struct p2p_agent *agent)
{
    (void)agent;
    for (const struct packets_deferred *deferred = packets_deferred_first; deferred != NULL; deferred = deferred->next) {
        if (packets_may_go(deferred))
            return true;
    }
    return false;
}

static void packets_agent_advance(struct p2p_agent *agent)
{
    for (struct packets_deferred **link = &packets_deferred_first; *link != NULL;) {
        struct packets_deferred *deferred = *link;
        if (packets_may_go(deferred) && packets_go(deferred)) {
            *link = deferred->next;
            p2p_free(deferred);
        } else {
            link = &deferred->next;
        }
    }
    if (packets_deferred_first == NULL)
        p2p_agent_remove(agent);
}

struct am_fallback conduit_fallbacks[] = {
    {"deferred", "messages of handlers that the network did not take at once", 0},
    {0},
};

// Keeps the rest of a stream to be sent later. If `counters` is not 0, waits for their transfer first.
static void packets_send_later(unsigned node, const struct packets_stream *stream, uint32_t counters)
{
    size_t bytes = stream->bytes - stream->block_bytes;
    struct packets_deferred *deferred = am_allocate(sizeof *deferred + bytes);
    deferred->next = NULL;
    deferred->node = node;
    deferred->counters = counters;
    deferred->stream = *stream;
    if (bytes != 0)
        deferred->stream.payload = memcpy(deferred->payload, stream->payload, bytes);
    if (packets_peers[node].sending == stream)
        packets_peers[node].sending = &deferred->stream;
    if (packets_deferred_first == NULL)
        p2p_agent_add(&packets_agent);
    struct packets_deferred **end = &packets_deferred_first;
    while (*end != NULL)
        end = &(*end)->next;
    *end = deferred;
}

// ---- The contract

void conduit_init(void)
{
    session_begins();
    am_state.node = chan_node();
    am_state.nodes = chan_nodes();
    size_t bytes = am_state.nodes * sizeof *packets_peers;
    packets_peers = memset(am_allocate(bytes), 0, bytes);
    packets_agent = (struct p2p_agent){NULL, packets_agent_ready, packets_agent_advance};
    transfers_open();
}

bool conduit_has_hart(unsigned node)
{
    (void)node;
    return true;
}

void conduit_flush(void)
{
    enum { LOOKS = 10000 };  // then a node that takes nothing counts as ended
    for (unsigned looks = 0; packets_deferred_first != NULL && looks < LOOKS; looks++) {
        if (packets_agent_ready(&packets_agent))
            packets_agent_advance(&packets_agent);
    }
    chan_close();
}

static void (*packets_step)(void);

static bool packets_step_ready(const struct p2p_agent *agent)
{
    (void)agent;
    return true;
}

static void packets_step_advance(struct p2p_agent *agent)
{
    (void)agent;
    packets_step();
}

void conduit_at_polls(void (*step)(void))
{
    static struct p2p_agent agent = {NULL, packets_step_ready, packets_step_advance};
    packets_step = step;
    p2p_agent_add(&agent);
}

// Starts a hardware transfer of a Long message's payload to its destination. Returns the counter as a bit.
static uint32_t packets_put_start(unsigned node, const struct am_message *message)
{
    return transfer_start(TRANSFER_OUT, node, message->destination, (void *)message->payload, message->bytes);
}

// The same, and waits until the transfer is complete.
static void packets_put(unsigned node, const struct am_message *message)
{
    unsigned counter = __builtin_ctz(packets_put_start(node, message));
    bool may_poll = !(am_state.forbidden & AM_IN_HANDLER);
    while (!transfer_is_idle(counter)) {
        if (may_poll)
            am_poll();
    }
    transfer_end(counter);
}

// Does hardware put the payload of this message?
static inline bool packets_is_put(const struct am_message *message, size_t block_bytes)
{
    return TRANSFERS_EXIST && message->category == AM_LONG && block_bytes + message->bytes > CHAN_MAX_PAYLOAD;
}

static __attribute__((noinline)) void packets_send_stream(unsigned node, const struct am_message *message)
{
    size_t block_bytes = packets_block_bytes(message->category, message->count);
    bool is_in_place = packets_is_put(message, block_bytes);
    struct packets_stream stream;
    if (is_in_place)
        packets_put(node, message);
    packets_pack(&stream, message, is_in_place);
    while (!packets_push(node, &stream)) {
        if (am_state.forbidden & AM_IN_HANDLER) {
            conduit_fallbacks[0].count++;
            packets_send_later(node, &stream, 0);
            return;
        }
        while (!packets_can_push(node, &stream))
            am_poll();
    }
}

void conduit_send(unsigned node, const struct am_message *message)
{
    AM_MARK_SENDING(node, message);
    size_t bytes = packets_arguments_bytes(message->count);
    if (message->category != AM_SHORT || bytes > CHAN_MAX_PAYLOAD || packets_peers[node].sending != NULL || !chan_takes(node)) {
        packets_send_stream(node, message);
        return;
    }
    chan_send(node, packets_head(message, 0), packet_head(PACKET_ACTIVE, bytes), message->arguments, bytes);
}

void conduit_send_async(unsigned node, const struct am_message *message)
{
    if (!packets_is_put(message, packets_block_bytes(message->category, message->count))) {
        conduit_send(node, message);
        return;
    }
    struct packets_stream stream;
    packets_pack(&stream, message, true);
    packets_send_later(node, &stream, packets_put_start(node, message));
}

void conduit_poll(void)
{
    for (uint32_t left = chan_arrived(); left > 0; left--)
        packet_arrive(chan_front());
    if (p2p_state.outstanding != 0)
        p2p_progress();
}

size_t conduit_medium_bytes(void)
{
    return PACKETS_MEDIUM_BYTES;
}

size_t conduit_long_bytes(void)
{
    return PACKETS_LONG_BYTES;
}

void *conduit_allocate(size_t bytes)
{
    return p2p_try_allocate(bytes);
}

void conduit_free(void *memory)
{
    p2p_free(memory);
}
