// What the files of p2p/ share among themselves.
#ifndef P2P_INTERNAL_H
#define P2P_INTERNAL_H

#include <string.h>

#include "channel.h"
#include "mark/mark.h"
#include "p2p/p2p.h"
#include "p2p/packet.h"

// How much of the library's memory that is given back in large blocks is kept for the next, see memory.c.
#ifndef P2P_KEPT_BYTES
#define P2P_KEPT_BYTES 1048576  // bytes
#endif

// A message whose first packet has arrived and that nobody has received yet.
struct p2p_unexpected {
    struct match_entry match;
    bool rendezvous;
    size_t node;
    size_t bytes;
    int flag;
    struct p2p_rts rts;
#if CHAN_STREAMS
    struct chan_stream stream;  // of an eager one: how it comes to `data`
#endif
    unsigned char data[];
};

// Where the continuation packets of one node go.
struct p2p_stream {
    unsigned char *to;
    size_t room;  // bytes that still fit there
    size_t left;  // bytes that still come
    struct p2p_request *request;        // the receive that ends with the last byte, or
    struct p2p_unexpected *unexpected;  // the message that nobody has received yet
};

#if CHAN_STREAMS
struct p2p_sends {
    struct p2p_request *first, *last;
};

// Envelopes to a node and from it, which both ends number in their order.
struct p2p_pair {
    struct p2p_sends sent;  // sends whose envelope is not answered
    struct p2p_sends held;  // sends to an engine that come behind these
    bool general_only;          // the own node or an engine: for the general way alone
    uint32_t sent_count;    // the next envelope's number
    uint32_t arrived;       // that of the next to arrive
    uint32_t open;          // how many that have arrived are not answered
    uint32_t oldest;        // if there are some: all envelopes before this number are answered
};
#endif

struct p2p_peer {
    struct p2p_request *first, *last;  // sends that wait for the channel, in order
    struct p2p_peer *next_waiting;
    struct p2p_stream stream;
#if CHAN_STREAMS
    struct p2p_pair pair;
#endif
};

struct p2p_state {
    struct p2p_peer *peer;
    uint64_t origin;       // of the heads of all packets: the own node
    struct p2p_peer *waiting_first;  // nodes that sends wait for, see send.c
    unsigned outstanding;  // sends, gets and flags that p2p_advance has to look after; 0 on the expected path
};

extern struct p2p_state p2p_state;

// Sends. p2p_send_at_once: the message fits one packet and the channel took it.
bool p2p_send_at_once(const struct p2p_comm *comm, enum p2p_context context, const void *buffer, size_t bytes,
                      int dest, int tag);
void p2p_send_fin(size_t node, uint64_t cookie);
bool p2p_sends_waiting(void);
bool p2p_sends_ready(void);
void p2p_sends_advance(void);

// What has arrived.
#if CHAN_STREAMS
void p2p_arrive_news(void);
void p2p_arrive_envelope(size_t node, uint64_t key, uint32_t length);
enum chan_status p2p_push(struct p2p_request *request);
void p2p_receive_eager(struct p2p_request *request, struct p2p_unexpected *unexpected);
// Waits for the message whose envelope was the last to come, and was answered or is eager. Nothing else is under way.
void p2p_receive_answered(struct p2p_request *request, size_t node, bool is_eager);
#else
void p2p_arrive(const struct chan_packet *packet);
#endif

#if CHAN_STREAMS
void p2p_init_engines(void);

// Is there nothing that a blocking call would have to look after? In a fiber there is.
static inline bool p2p_is_idle(void)
{
    return (p2p_state.outstanding | chan_under_way()) == 0;
}
#endif

// Rendezvous at the receiver: the envelope is in `request`.
void p2p_fetch(struct p2p_request *request, size_t node, int flag, const struct p2p_rts *rts);

// Is a message so long that it is sent by rendezvous? One that transfers reach where it is goes straight, from a length on
// that the channel says.
static inline bool p2p_is_long(const void *buffer, size_t bytes)
{
#if !CHAN_READS_MEMORY && !CHAN_STREAMS
    if (bytes > CHAN_DIRECT_LIMIT && chan_reaches(buffer, bytes))
        return true;
#else
    (void)buffer;
#endif
    return CHAN_STREAMS || bytes > P2P_EAGER_LIMIT;
}

#if CHAN_READS_MEMORY
bool p2p_fetches_ready(void);
void p2p_fetches_advance(void);

bool p2p_flags_ready(void);
void p2p_flags_advance(void);
#else
#if !CHAN_STREAMS
// Packets of a rendezvous by messages; p2p_push_cleared as p2p_push.
void p2p_arrive_cts(const struct chan_packet *packet);
enum chan_status p2p_push_cleared(struct p2p_request *request);
bool p2p_puts_ready(void);
void p2p_puts_advance(void);
// Wait until CHAN_OWN_FLAG is raised, or the message that `node` was cleared for has ended, however long that takes.
void p2p_await_own_flag(void);
void p2p_await_ended(size_t node);
void p2p_arrive_ended(void);
#endif
// Sends a long message, blocking; always MPI_SUCCESS.
int p2p_send_long(const struct p2p_comm *comm, enum p2p_context context, const void *buffer, size_t bytes, int dest,
                  int tag);
void p2p_send_in_order(struct p2p_request *request);
#endif

// A rendezvous that ends when its flag is raised.
void p2p_flag_watch(struct p2p_request *request);

static inline void p2p_send_prepare(struct p2p_request *request, enum p2p_kind kind, const struct p2p_comm *comm,
                                    enum p2p_context context, const void *buffer, size_t bytes, int dest, int tag)
{
    request->kind = kind;
    request->done = false;
    request->comm = comm;
    request->buffer = (unsigned char *)buffer;
    request->bytes = bytes;
    request->moved = 0;
    request->key = comm->key[context] | (uint32_t)tag;
    request->begun = false;
    request->node = p2p_node(comm, dest);
}

// How a receive went that takes the expected way or none.
enum p2p_outcome {
    P2P_NOT_NOW,    // nothing has happened
    P2P_RECEIVED,   // `got` tells what it was
    P2P_PAYLOAD,    // it is the next packet of its node and has a payload, which is copied out of line (CHAN_COPY_CALLS)
    P2P_REQUESTED,  // the message is a long one, whose request to send is the next packet of its node
};

// Marks of messages. A message that the channel takes is sent by a protocol; the message in `packet` meets the receive
// `request`, or waits as `entry` until `request` takes it; a receive is complete.
#define P2P_MARK_SENDING(protocol, key, node, bytes)                                                                  \
    MARK("sending." protocol " " MARK_ENVELOPE " %2 %3", MARK_ENVELOPE_OPERANDS(key), "nr"(node), "nr"(bytes))
#define P2P_MARK_MATCHED(request, packet) MARK("matched %0 %1@" CHAN_HEAD_NODE_FIELD, "nr"(request), "m"((packet)->head[1]))
#define P2P_MARK_UNEXPECTED(entry, packet) MARK("unexpected %0 %1@" CHAN_HEAD_NODE_FIELD, "r"(entry), "m"((packet)->head[1]))
#define P2P_MARK_MATCHED_FROM(request, node) MARK("matched %0 %1", "nr"(request), "nr"(node))
#define P2P_MARK_UNEXPECTED_FROM(entry, node) MARK("unexpected %0 %1", "r"(entry), "nr"(node))
#define P2P_MARK_TAKEN(request, entry) MARK("taken %0 %1", "r"(request), "r"(entry))
#define P2P_MARK_RECEIVED(request) MARK("received %0", "nr"(request))

static inline void p2p_envelope_into(struct p2p_request *request, uint64_t key, size_t bytes)
{
    request->source = match_source(key);
    request->tag = match_tag(key);
    request->arrived = bytes;
}

static inline void p2p_complete_receive(struct p2p_request *request)
{
    request->error = request->arrived > request->bytes ? MPI_ERR_TRUNCATE : MPI_SUCCESS;
    request->done = true;
    P2P_MARK_RECEIVED(request);
}

static inline struct p2p_request *p2p_request_of(struct match_entry *entry)
{
    return (struct p2p_request *)entry;
}

static inline struct p2p_unexpected *p2p_unexpected_of(struct match_entry *entry)
{
    return (struct p2p_unexpected *)entry;
}

// Looks at both ends of a buffer that only the hardware will touch: a bad pointer faults here, in the rank and the call
// that gave it, and not as a transfer that never ends.
static inline void p2p_touch(const unsigned char *buffer, size_t bytes)
{
    if (bytes != 0) {
        (void)*(const volatile unsigned char *)buffer;
        (void)*(const volatile unsigned char *)(buffer + bytes - 1);
    }
}

static inline size_t p2p_smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

#endif
