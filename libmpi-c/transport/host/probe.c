// Probes for messages that have arrived, and takes matched ones so that no other receive gets them (MPI 5.0 §3.8).
#include "transport/transport.h"

// The messages that a probe looks for.
struct host_pattern {
    uint64_t key, mask;
};

static struct host_pattern host_pattern(const struct p2p_comm *comm, int source, int tag)
{
    return (struct host_pattern){p2p_receive_key(comm, P2P_USER, source, tag), p2p_receive_mask(source, tag)};
}

// Is there such a message? Sets the envelope of the oldest.
static bool host_look(const struct host_pattern *pattern, struct p2p_envelope *envelope)
{
    struct match_entry *entry = match_find_unexpected(pattern->key, pattern->mask);
    if (entry == NULL)
        return false;
    envelope->source = match_source(entry->key);
    envelope->tag = match_tag(entry->key);
    envelope->bytes = p2p_unexpected_of(entry)->bytes;
    return true;
}

// The same, after handling the packets that have arrived.
static bool host_look_now(const struct host_pattern *pattern, struct p2p_envelope *envelope)
{
    for (unsigned left = chan_arrived();; left--) {
        if (host_look(pattern, envelope))
            return true;
        p2p_progress();
        if (left == 0)
            return host_look(pattern, envelope);
    }
}

static void host_look_until(const struct host_pattern *pattern, struct p2p_envelope *envelope)
{
    while (!host_look(pattern, envelope))
        p2p_progress();
}

// Takes the message that was found.
static struct p2p_unexpected *host_take(const struct host_pattern *pattern)
{
    return p2p_unexpected_of(match_take_unexpected(pattern->key, pattern->mask));
}

bool p2p_iprobe(const struct p2p_comm *comm, int source, int tag, struct p2p_envelope *envelope)
{
    struct host_pattern pattern = host_pattern(comm, source, tag);
    return host_look_now(&pattern, envelope);
}

void p2p_probe(const struct p2p_comm *comm, int source, int tag, struct p2p_envelope *envelope)
{
    struct host_pattern pattern = host_pattern(comm, source, tag);
    host_look_until(&pattern, envelope);
}

struct p2p_unexpected *p2p_improbe(const struct p2p_comm *comm, int source, int tag, struct p2p_envelope *envelope)
{
    struct host_pattern pattern = host_pattern(comm, source, tag);
    return host_look_now(&pattern, envelope) ? host_take(&pattern) : NULL;
}

struct p2p_unexpected *p2p_mprobe(const struct p2p_comm *comm, int source, int tag, struct p2p_envelope *envelope)
{
    struct host_pattern pattern = host_pattern(comm, source, tag);
    host_look_until(&pattern, envelope);
    return host_take(&pattern);
}
