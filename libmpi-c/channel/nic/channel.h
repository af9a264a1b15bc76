// Channel `nic`: requests to a network interface whose processor matches messages (firmware/), and completions from it. This
// header is the interface for the layer above.
#ifndef CHANNEL_H
#define CHANNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "channel/without/barrier.h"
#include "channel/without/memory.h"
#include "channel_kind.h"
#include "hal/nic.h"
#include "mark/phase.h"

enum chan_status { CHAN_OK, CHAN_NO_RESOURCE };

// An address or a length in a node's memory, as it is sent.
typedef uint64_t chan_address;

struct chan_state {
    unsigned node, nodes;
    uint32_t places;    // requests that the interface can accept, at least
    uint32_t no_place;  // requests that had to wait until it could
};

extern struct chan_state chan_state;

static inline unsigned chan_node(void)
{
    return chan_state.node;
}

static inline unsigned chan_nodes(void)
{
    return chan_state.nodes;
}

void chan_init(void) __attribute__((cold));

// Nothing to do: the layer above has waited until everything is sent.
static inline void chan_close(void)
{
}

static inline uint32_t chan_places(void)
{
    return (nic_read(NIC_HOST_STATUS) & NIC_HOST_STATUS_PLACES_MASK) >> NIC_HOST_STATUS_PLACES_SHIFT;
}

// May a request be made now? Changes nothing. It does not depend on the node.
static inline bool chan_ready(size_t node)
{
    (void)node;
    return chan_state.places != 0 || chan_places() != 0;
}

static inline bool chan_command_free(void)
{
    return chan_ready(0);
}

// The same, for a caller that makes a request next. Counts failed attempts.
static inline bool chan_takes(size_t node)
{
    (void)node;
    if (__builtin_expect(chan_state.places != 0, 1))
        return true;
    chan_state.places = chan_places();
    if (chan_state.places != 0)
        return true;
    chan_state.no_place++;
    return false;
}

// A request without its kind. Members that a kind does not use are 0.
struct chan_request {
    uint64_t match, mask;  // 42 bits
    uint64_t node;         // of a send: the destination
    uint64_t address, bytes;
    uint64_t handle;
    uint64_t cookie;       // identifies the completion; must not be 0
};

// Makes a request. chan_takes must be true.
static inline void chan_request(unsigned kind, const struct chan_request *request)
{
    chan_state.places--;
    nic_write(NIC_HOST_REQUEST_MATCH, request->match | (uint64_t)kind << NIC_REQUEST_KIND_SHIFT);
    nic_write(NIC_HOST_REQUEST_MASK, request->mask | request->node << 48);
    nic_write(NIC_HOST_REQUEST_ADDRESS, request->address);
    nic_write(NIC_HOST_REQUEST_BYTES, request->bytes | request->handle << 32);
    nic_write(NIC_HOST_REQUEST_COOKIE, request->cookie);
}

// Returns how many completions have come. Changes nothing.
static inline uint32_t chan_arrived(void)
{
    return nic_read(NIC_HOST_STATUS) & NIC_HOST_STATUS_COMPLETIONS_MASK;
}

// Returns how many unexpected messages have come, as far as the host knows. Changes nothing.
static inline uint32_t chan_epoch(void)
{
    return nic_read(NIC_HOST_STATUS) >> NIC_HOST_STATUS_EPOCH_SHIFT;
}

// The oldest completion, valid until chan_completed: its request's cookie, and its contents (NIC_ENVELOPE_..., NIC_DETAIL_...).
static inline uint64_t chan_cookie(void)
{
    return nic_read(NIC_HOST_COMPLETION_COOKIE);
}

static inline uint64_t chan_envelope(void)
{
    return nic_read(NIC_HOST_COMPLETION_ENVELOPE);
}

static inline uint64_t chan_detail(void)
{
    return nic_read(NIC_HOST_COMPLETION_DETAIL);
}

static inline void chan_completed(void)
{
    nic_write(NIC_HOST_COMPLETION_POP, 0);
}

#endif
