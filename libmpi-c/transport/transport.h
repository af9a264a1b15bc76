// The contract of a transport, which carries messages between ranks, below p2p/ and above a channel.
//
// There are three kinds, a directory each, and a library has one:
//   transport/packets   the channel carries packets; a message is one packet, several, or a rendezvous (transport/read if the channel reads
//                       other nodes' memory, transport/written if it writes all of it, transport/cleared if it does neither)
//   transport/streams   the channel carries whole messages, word by word from buffer to buffer
//   a transport that matches by itself: hardware or firmware keeps the posted receives and the unexpected messages
// With the first two, this library matches: transport/host implements the receives and probes of p2p.h over match/. A transport
// that matches by itself has its own in place of transport/host.
//
// The file `layers` in a channel's directory lists the directories below libmpi-c that its library is built from, besides those
// that all libraries share. The compiler looks for headers there, so that "fast.h" is the chosen transport's.
//
// A transport must have
//   transport_kind.h    what it keeps in requests, unexpected messages and peers
//   fast.h              the inline functions below, which blocking calls take when nothing else is under way
//   engines.h           whether ranks without a hart take part (transport_check_harts, transport_harts)
// and the functions declared here. All of them may be called between transport_open and p2p_close. None waits, except where it says so.
#ifndef TRANSPORT_H
#define TRANSPORT_H

#include "p2p/internal.h"
#include "p2p/keys.h"

// Prepares the state of the transport. The channel must be open, and p2p_state.peer zeroed. Called once.
void transport_open(void) __attribute__((cold));

// ---- Sending

// Hands as much of `request` to the channel as it accepts now. `request` must be the oldest to its node. Returns CHAN_OK if that is
// all; `request` may be freed then. Returns CHAN_NO_RESOURCE if it must be called again when transport_can_push is true.
enum chan_status transport_push(struct p2p_request *request);

// Can transport_push continue with this request now? Loads only.
static inline bool transport_can_push(const struct p2p_request *request);

// Sends a one-packet message, if no send waits before it and the channel accepts it now. The buffer may be overwritten at once.
static inline enum p2p_sending transport_send_now(const struct p2p_comm *comm, enum p2p_context context, const void *buffer,
                                                  size_t bytes, int dest, int tag);

// Called after P2P_SEND_PAYLOAD, for the same send: sends the message and copies its payload out of line. Always returns
// MPI_SUCCESS. Not needed if transport_send_now never returns P2P_SEND_PAYLOAD.
int transport_send_payload(const struct p2p_comm *comm, enum p2p_context context, const void *buffer, size_t bytes, int dest,
                           int tag);

// Does a message of `bytes` bytes at `buffer` go by rendezvous?
static inline bool transport_is_long(const void *buffer, size_t bytes);

// Optional, if TRANSPORT_HAS_LONG_SENDS is 1: sends a message for which transport_is_long is true, and waits until the buffer may be
// overwritten. Always returns MPI_SUCCESS. Otherwise, blocking sends of long messages use transport_push.
int transport_send_long(const struct p2p_comm *comm, enum p2p_context context, const void *buffer, size_t bytes, int dest,
                        int tag);

// `request` is a send that is not done, that transport_push has handed over, and whose receive is not known here. If its message can be
// withdrawn, asks the receiver: when the answer comes, `request` becomes P2P_CANCELLED, unless the message met its receive first.
void transport_withdraw(struct p2p_request *request);

// Is a message that the channel accepted not yet out?
static inline bool transport_is_sending(void);

// ---- Receiving

// If nothing else is under way, waits for the next message, and receives it if it matches. A channel that awaits single nodes gives up
// after a while. Returns the result. `got` is valid for P2P_RECEIVED only; it may have more bytes than the buffer: then the bytes that
// fit were received.
static inline enum p2p_outcome transport_receive_now(const struct p2p_comm *comm, enum p2p_context context, void *buffer,
                                                     size_t bytes, int source, int tag, struct p2p_envelope *got);

// Called after P2P_PAYLOAD, for the same receive: takes the message that transport_receive_now has found and left in place.
static inline void transport_receive_payload(const struct p2p_comm *comm, void *buffer, size_t bytes, int source,
                                             struct p2p_envelope *got);

// Called after P2P_REQUESTED: receives the long message whose request to send is the next packet of `node`, and waits for it. Returns
// false, and has done nothing, if the fast path cannot receive it.
static inline bool transport_receive_rendezvous(void *buffer, size_t bytes, size_t node, struct p2p_envelope *got);

// For transport/host. Give the message of `unexpected` to `request`, whose envelope is filled in: a message that has come, in whole
// or in part; and one of which only the request to send has come. `request` is done when the whole message is there. The caller
// frees `unexpected` afterwards.
void transport_receive_eager(struct p2p_request *request, struct p2p_unexpected *unexpected);
void transport_fetch(struct p2p_request *request, size_t node, int flag, const struct p2p_rts *rts);

// Implemented by transport/host. The sender cancels the message whose request to send came from `node` with `cookie`. If it is unexpected
// here, deletes it. Returns false if it has met a receive or MPI_Mprobe has taken it.
bool host_withdraw(size_t node, p2p_word cookie);

// ---- Progress, for p2p/progress.c

// Handles what has arrived, one packet or word at most. Changes nothing if nothing has arrived.
static inline void transport_step(void);

// Called before each step of a waiting rank. May wait for the next arrival if only that can help.
static inline void transport_wait(void);

// Can a transfer under way, counted in p2p_state.outstanding, continue or end? Loads only. transport_advance performs that.
static inline bool transport_ready(void);
static inline void transport_advance(void);

#include "fast.h"

#endif
