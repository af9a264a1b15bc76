// The state that a transport by whole messages keeps in requests, unexpected messages and peers. No build
// parameter of the channel occurs here, because p2p.h includes it.
#ifndef TRANSPORT_KIND_H
#define TRANSPORT_KIND_H

#include "channel_kind.h"

struct transport_request {
    uint32_t number;            // of the envelope in its pair of nodes
    struct chan_stream stream;  // of a receive: where its message goes
};

struct transport_unexpected {
    struct chan_stream stream;  // of an eager message: how it comes to `data`
};

struct stream_sends {
    struct p2p_request *first, *last;
};

// Envelopes to a node and from it. Both ends number them in order.
struct transport_peer {
    struct stream_sends sent;  // sends whose envelopes are not answered
    struct stream_sends held;  // sends to an engine that come after these
    bool general_only;      // this node itself or an engine: never on the fast path
    uint32_t sent_count;    // number of the next envelope to send
    uint32_t arrived;       // number of the next envelope to arrive
    uint32_t open;          // envelopes that have arrived and are not answered
    uint32_t oldest;        // if there are some: all envelopes before this number are answered
};

#endif
