// Probing for messages that have arrived, and taking them out of the others' sight (MPI 5.0 §3.8).
#include "p2p/direct.h"

// Which messages are asked for.
struct p2p_pattern {
    uint64_t key, mask;
};

static struct p2p_pattern p2p_pattern(const struct p2p_comm *comm, int source, int tag)
{
    return (struct p2p_pattern){p2p_receive_key(comm, P2P_USER, source, tag), p2p_receive_mask(source, tag)};
}

// Is there such a message? Gives the envelope of the oldest.
static bool p2p_look(const struct p2p_pattern *pattern, struct p2p_envelope *envelope)
{
    struct match_entry *entry = match_find_unexpected(pattern->key, pattern->mask);
    if (entry == NULL)
        return false;
    envelope->source = match_source(entry->key);
    envelope->tag = match_tag(entry->key);
    envelope->bytes = p2p_unexpected_of(entry)->bytes;
    return true;
}

// The same for what has arrived so far.
static bool p2p_look_now(const struct p2p_pattern *pattern, struct p2p_envelope *envelope)
{
    for (unsigned left = chan_arrived();; left--) {
        if (p2p_look(pattern, envelope))
            return true;
        p2p_progress();
        if (left == 0)
            return p2p_look(pattern, envelope);
    }
}

static void p2p_look_until(const struct p2p_pattern *pattern, struct p2p_envelope *envelope)
{
    while (!p2p_look(pattern, envelope))
        p2p_progress();
}

// Takes the message that was found.
static struct p2p_unexpected *p2p_take(const struct p2p_pattern *pattern)
{
    return p2p_unexpected_of(match_take_unexpected(pattern->key, pattern->mask));
}

bool p2p_iprobe(const struct p2p_comm *comm, int source, int tag, struct p2p_envelope *envelope)
{
    struct p2p_pattern pattern = p2p_pattern(comm, source, tag);
    return p2p_look_now(&pattern, envelope);
}

void p2p_probe(const struct p2p_comm *comm, int source, int tag, struct p2p_envelope *envelope)
{
    struct p2p_pattern pattern = p2p_pattern(comm, source, tag);
    p2p_look_until(&pattern, envelope);
}

struct p2p_unexpected *p2p_improbe(const struct p2p_comm *comm, int source, int tag, struct p2p_envelope *envelope)
{
    struct p2p_pattern pattern = p2p_pattern(comm, source, tag);
    return p2p_look_now(&pattern, envelope) ? p2p_take(&pattern) : NULL;
}

struct p2p_unexpected *p2p_mprobe(const struct p2p_comm *comm, int source, int tag, struct p2p_envelope *envelope)
{
    struct p2p_pattern pattern = p2p_pattern(comm, source, tag);
    p2p_look_until(&pattern, envelope);
    return p2p_take(&pattern);
}
