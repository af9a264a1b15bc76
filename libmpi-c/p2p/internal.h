// Declarations that the files of p2p/ share.
#ifndef P2P_INTERNAL_H
#define P2P_INTERNAL_H

#include <string.h>

#include "channel.h"
#include "mark/mark.h"
#include "p2p/p2p.h"

// Bytes of large blocks given back that the library keeps for reuse, see memory.c.
#ifndef P2P_KEPT_BYTES
#define P2P_KEPT_BYTES 1048576  // bytes
#endif

// An address or a length in a node's memory, as it is sent.
typedef chan_address p2p_word;

// A request to send: the message stays in place until the receiver asks for it.
struct p2p_rts {
    p2p_word bytes;
    p2p_word cookie;   // the sender's request
    p2p_word address;  // of the message in the sender's memory; 0 if the receiver cannot read it
};

// A message whose first packet has arrived and that no receive has matched.
struct p2p_unexpected {
    struct match_entry match;
    bool rendezvous;
    size_t node;
    size_t bytes;
    int flag;
    struct p2p_rts rts;
    struct transport_unexpected transport;
    unsigned char data[];
};

struct p2p_peer {
    struct p2p_request *first, *last;  // sends that wait for the channel, in order
    struct p2p_peer *next_waiting;
    struct transport_peer transport;
};

struct p2p_state {
    struct p2p_peer *peer;
    struct p2p_peer *waiting_first;  // nodes that sends wait for, see send.c
    unsigned outstanding;  // sends, transfers, flags and agents that p2p_advance must serve; 0 on the fast path
};

extern struct p2p_state p2p_state;

// Sends. p2p_send_at_once returns true if the message fits one packet and the channel took it.
bool p2p_send_at_once(const struct p2p_comm *comm, enum p2p_context context, const void *buffer, size_t bytes,
                      int dest, int tag);
// A blocking send of any message, by a request. Always returns MPI_SUCCESS. Not inlined, so that the fast path saves no registers for
// it.
int p2p_send_generally(const struct p2p_comm *comm, enum p2p_context context, const void *buffer, size_t bytes, int dest,
                       int tag);
bool p2p_sends_waiting(void);
bool p2p_sends_ready(void);
void p2p_sends_advance(void);

// Sends after the sends that already wait for the same node.
void p2p_send_in_order(struct p2p_request *request);

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

// Result of a blocking send on the fast path.
enum p2p_sending {
    P2P_NOT_SENT,      // nothing has been done
    P2P_SENT,
    P2P_SEND_PAYLOAD,  // the channel accepts it; its payload must be copied out of line (chan_sends_in_line); nothing done
};

// Result of a blocking receive on the fast path.
enum p2p_outcome {
    P2P_NOT_NOW,    // nothing has been done
    P2P_RECEIVED,   // `got` describes the message
    P2P_PAYLOAD,    // the message is the next packet; its payload must be copied out of line (chan_copies_in_line)
    P2P_REQUESTED,  // the message is long; its request to send is the next packet from its node
};

// Marks of messages. A message that the channel accepts is sent by a protocol. The message in `packet` matches the
// receive `request`, or waits as `entry` until `request` takes it or its sender withdraws it. A receive is complete.
#define P2P_MARK_SENDING(protocol, key, node, bytes)                                                                  \
    MARK("sending." protocol " " MARK_ENVELOPE " %2 %3", MARK_ENVELOPE_OPERANDS(key), "nr"(node), "nr"(bytes))
#define P2P_MARK_MATCHED(request, packet) MARK("matched %0 %1@" CHAN_HEAD_NODE_FIELD, "nr"(request), "m"((packet)->head[1]))
#define P2P_MARK_UNEXPECTED(entry, packet) MARK("unexpected %0 %1@" CHAN_HEAD_NODE_FIELD, "r"(entry), "m"((packet)->head[1]))
#define P2P_MARK_MATCHED_FROM(request, node) MARK("matched %0 %1", "nr"(request), "nr"(node))
#define P2P_MARK_UNEXPECTED_FROM(entry, node) MARK("unexpected %0 %1", "r"(entry), "nr"(node))
#define P2P_MARK_TAKEN(request, entry) MARK("taken %0 %1", "r"(request), "r"(entry))
#define P2P_MARK_WITHDRAWN(entry) MARK("withdrawn %0", "r"(entry))
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
    // Keeps the store after the mark, so that an instruction of this path alone follows the mark, even at the path's end.
    bool done = true;
    P2P_MARK_RECEIVED(request);
    __asm__ volatile("" : "+r"(done));
    request->done = done;
}

static inline void p2p_cancelled(struct p2p_request *request)
{
    request->kind = P2P_CANCELLED;
    request->done = true;
}

static inline struct p2p_request *p2p_request_of(struct match_entry *entry)
{
    return (struct p2p_request *)entry;
}

static inline struct p2p_unexpected *p2p_unexpected_of(struct match_entry *entry)
{
    return (struct p2p_unexpected *)entry;
}

// Reads both ends of a buffer that only the hardware will access. So a bad pointer faults here, in the rank and call
// that passed it. (Otherwise it would become a transfer that never ends.)
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
