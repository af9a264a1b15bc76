// The state that a transport by packets keeps in requests, unexpected messages and peers. No build parameter of
// the channel occurs here, because p2p.h includes it.
#ifndef TRANSPORT_KIND_H
#define TRANSPORT_KIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// State of a rendezvous.
struct transport_request {
    union {
        int put;  // transport/cleared: the channel's put or get that carries the message
        int get;  // transport/read: the channel's get that fetches the message; -1: none taken yet
    };
    int flag;         // completion flag of the sender; -1: none
    bool fetching;    // transport/read: a get is under way
    uint64_t remote;  // address of the message in the other side's memory
    uint64_t cookie;  // the other side's request
};

struct transport_unexpected {
};

// Where continuation packets from one node go: the rest of the message that it has begun.
struct transport_peer {
    unsigned char *to;
    size_t room;  // bytes that still fit there
    size_t left;  // bytes still to come
    struct p2p_request *request;        // the receive that ends with the last byte, or
    struct p2p_unexpected *unexpected;  // the message, if no receive has matched it yet
};

#endif
