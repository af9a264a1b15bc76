// The part of the fast path and of the progress engine that only transports by packets need, for hardware that carries whole
// messages: no send is over at once; transport_receive_now leaves no payload and no request to send to its caller; and the
// hardware performs all transfers.
#ifndef TRANSPORT_NO_PACKETS_H
#define TRANSPORT_NO_PACKETS_H

static inline enum p2p_sending transport_send_now(const struct p2p_comm *comm, enum p2p_context context, const void *buffer, size_t bytes,
                                                  int dest, int tag)
{
    (void)comm, (void)context, (void)buffer, (void)bytes, (void)dest, (void)tag;
    return P2P_NOT_SENT;
}

// Never called: transport_receive_now never returns P2P_PAYLOAD or P2P_REQUESTED.
static inline void transport_receive_payload(const struct p2p_comm *comm, void *buffer, size_t bytes, int source,
                                             struct p2p_envelope *got)
{
    (void)comm, (void)buffer, (void)bytes, (void)source, (void)got;
}

static inline bool transport_receive_rendezvous(void *buffer, size_t bytes, size_t node, struct p2p_envelope *got)
{
    (void)buffer, (void)bytes, (void)node, (void)got;
    return false;
}

static inline bool transport_ready(void)
{
    return false;
}

static inline void transport_advance(void)
{
}

static inline bool transport_can_push(const struct p2p_request *request)
{
    return chan_ready(request->node);
}

#endif
