// The contract of a transport: what carries messages between ranks, below p2p/ and above a channel.
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

// Prepares the state of the transport. The channel is open, p2p_state.peer is zeroed. Called once.
void transport_open(void) __attribute__((cold));

// ---- Sending

// Hands as much of `request` to the channel as that takes now; `request` is the oldest to its node. CHAN_OK: all of it, and
// `request` may be gone. CHAN_NO_RESOURCE: it must be called again when transport_can_push says so.
enum chan_status transport_push(struct p2p_request *request);

// May transport_push go on with this request now? Loads only.
static inline bool transport_can_push(const struct p2p_request *request);

// Sends a message of one packet, if nothing waits before it and the channel takes it now. The buffer may be overwritten at once.
static inline enum p2p_sending transport_send_now(const struct p2p_comm *comm, enum p2p_context context, const void *buffer,
                                                  size_t bytes, int dest, int tag);

// After P2P_SEND_PAYLOAD, for the same send: sends the message, whose payload is copied out of line. Always returns MPI_SUCCESS.
// Not needed if transport_send_now never returns P2P_SEND_PAYLOAD.
int transport_send_payload(const struct p2p_comm *comm, enum p2p_context context, const void *buffer, size_t bytes, int dest,
                           int tag);

// Does a message of so many bytes at `buffer` go by rendezvous?
static inline bool transport_is_long(const void *buffer, size_t bytes);

// Optional, if TRANSPORT_HAS_LONG_SENDS is 1: sends a message for which transport_is_long is true, and waits until the buffer may be
// overwritten. Always returns MPI_SUCCESS. Else blocking sends of long messages are made of transport_push.
int transport_send_long(const struct p2p_comm *comm, enum p2p_context context, const void *buffer, size_t bytes, int dest,
                        int tag);

// `request` is a send that is not done and that transport_push has handed over, and no receive of it is known here. If its message can
// be withdrawn, asks the receiver for that: `request` becomes P2P_CANCELLED when the answer comes, unless the message met its receive first.
void transport_withdraw(struct p2p_request *request);

// Has a message been handed to the channel that is not yet out?
static inline bool transport_is_sending(void);

// ---- Receiving

// If nothing else is under way, waits for the next message to arrive, and receives it if it matches. A channel that awaits single nodes
// gives up after a while. Returns what was done; `got` is valid for P2P_RECEIVED only, and may tell of more bytes than the buffer has:
// then what fits was received.
static inline enum p2p_outcome transport_receive_now(const struct p2p_comm *comm, enum p2p_context context, void *buffer,
                                                     size_t bytes, int source, int tag, struct p2p_envelope *got);

// After P2P_PAYLOAD, for the same receive: takes the message that transport_receive_now has found and left where it is.
static inline void transport_receive_payload(const struct p2p_comm *comm, void *buffer, size_t bytes, int source,
                                             struct p2p_envelope *got);

// After P2P_REQUESTED: receives the long message whose request to send is the next packet of `node`, and waits for it. False: it cannot
// come by the fast path, and nothing has happened.
static inline bool transport_receive_rendezvous(void *buffer, size_t bytes, size_t node, struct p2p_envelope *got);

// For transport/host. The message of `unexpected` goes to `request`, whose envelope is filled in: one that has come, wholly or in
// part; and one of which only the request to send has come. `request` is done when the whole message is there. `unexpected` is freed
// by the caller afterwards.
void transport_receive_eager(struct p2p_request *request, struct p2p_unexpected *unexpected);
void transport_fetch(struct p2p_request *request, size_t node, int flag, const struct p2p_rts *rts);

// By transport/host. The sender cancels the message whose request to send came from `node` with `cookie`: if it waits here unexpected, it
// is taken away. False: it has met a receive, or was taken by MPI_Mprobe.
bool host_withdraw(size_t node, p2p_word cookie);

// ---- Progress, for p2p/progress.c

// Takes what has arrived, one packet or word at most. Changes nothing when nothing has.
static inline void transport_step(void);

// Called before each step by a rank that waits: may wait for the next arrival if nothing but that can help.
static inline void transport_wait(void);

// Transfers under way, which are counted in p2p_state.outstanding: can one go on or end? Loads only. transport_advance lets them.
static inline bool transport_ready(void);
static inline void transport_advance(void);

#include "fast.h"

#endif
