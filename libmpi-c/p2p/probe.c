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

// The link to the oldest such message, whose envelope it is; NULL when there is none.
static struct match_entry **p2p_look(const struct p2p_pattern *pattern, struct p2p_envelope *envelope)
{
    struct match_entry **link = match_find_unexpected(pattern->key, pattern->mask);
    if (link != NULL) {
        envelope->source = match_source((*link)->key);
        envelope->tag = match_tag((*link)->key);
        envelope->bytes = ((struct p2p_unexpected *)*link)->bytes;
    }
    return link;
}

// The same for what has arrived so far.
static struct match_entry **p2p_look_now(const struct p2p_pattern *pattern, struct p2p_envelope *envelope)
{
    for (unsigned left = chan_arrived();; left--) {
        struct match_entry **link = p2p_look(pattern, envelope);
        if (link != NULL)
            return link;
        p2p_progress();
        if (left == 0)
            return p2p_look(pattern, envelope);
    }
}

static struct match_entry **p2p_look_until(const struct p2p_pattern *pattern, struct p2p_envelope *envelope)
{
    struct match_entry **link;
    while ((link = p2p_look(pattern, envelope)) == NULL)
        p2p_progress();
    return link;
}

static struct p2p_unexpected *p2p_take(struct match_entry **link)
{
    struct p2p_unexpected *unexpected = (struct p2p_unexpected *)*link;
    match_unlink(&match_unexpected, link);
    return unexpected;
}

bool p2p_iprobe(const struct p2p_comm *comm, int source, int tag, struct p2p_envelope *envelope)
{
    struct p2p_pattern pattern = p2p_pattern(comm, source, tag);
    return p2p_look_now(&pattern, envelope) != NULL;
}

void p2p_probe(const struct p2p_comm *comm, int source, int tag, struct p2p_envelope *envelope)
{
    struct p2p_pattern pattern = p2p_pattern(comm, source, tag);
    p2p_look_until(&pattern, envelope);
}

struct p2p_unexpected *p2p_improbe(const struct p2p_comm *comm, int source, int tag, struct p2p_envelope *envelope)
{
    struct p2p_pattern pattern = p2p_pattern(comm, source, tag);
    struct match_entry **link = p2p_look_now(&pattern, envelope);
    return link == NULL ? NULL : p2p_take(link);
}

struct p2p_unexpected *p2p_mprobe(const struct p2p_comm *comm, int source, int tag, struct p2p_envelope *envelope)
{
    struct p2p_pattern pattern = p2p_pattern(comm, source, tag);
    return p2p_take(p2p_look_until(&pattern, envelope));
}
