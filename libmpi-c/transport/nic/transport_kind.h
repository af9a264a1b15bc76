// The state that a transport whose NIC matches keeps in requests, unexpected messages and peers. No build parameter of the channel occurs
// here, because p2p.h includes it.
#ifndef TRANSPORT_KIND_H
#define TRANSPORT_KIND_H

#include <stdint.h>

struct transport_request {
};

struct transport_unexpected {
    uint32_t handle;  // the NIC's name for it
};

struct transport_peer {
};

#endif
