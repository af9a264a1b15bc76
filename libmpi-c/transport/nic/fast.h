// The part of every step if the NIC matches: completions. Blocking calls have no fast path, because each send and receive is a request and
// a completion.
#ifndef TRANSPORT_FAST_H
#define TRANSPORT_FAST_H

#include "no_packets.h"

#define TRANSPORT_HAS_LONG_SENDS 0

// Takes the oldest completion.
void nic_complete(void);

static inline bool transport_is_long(const void *buffer, size_t bytes)
{
    (void)buffer;
    return bytes > NIC_EAGER_BYTES;
}

static inline enum p2p_outcome transport_receive_now(const struct p2p_comm *comm, enum p2p_context context, void *buffer,
                                                     size_t bytes, int source, int tag, struct p2p_envelope *got)
{
    (void)comm, (void)context, (void)buffer, (void)bytes, (void)source, (void)tag, (void)got;
    return P2P_NOT_NOW;
}

static inline void transport_step(void)
{
    if (chan_arrived() != 0)
        nic_complete();
}

// Nothing else is needed for completions to arrive.
static inline void transport_wait(void)
{
    PHASE(await)
}

// Always false: a send is done when the NIC has read its message.
static inline bool transport_is_sending(void)
{
    return false;
}

#endif
