// Probes if the NIC keeps the unexpected messages (MPI 5.0 §3.8): they are questions to the NIC.
#include "transport/nic/nic.h"

// Probes that found nothing since the last unexpected message came. Until another one comes, the NIC need not be asked again, and a
// program that probes in a loop changes nothing.
enum { NIC_MISSES = 16 };

static struct {
    uint32_t epoch;  // the count of unexpected messages at that time
    unsigned count, next;
    struct nic_pattern {
        uint64_t match, mask;
    } of[NIC_MISSES];
} nic_missed;

static struct nic_pattern nic_pattern(const struct p2p_comm *comm, int source, int tag)
{
    return (struct nic_pattern){nic_match(p2p_receive_key(comm, P2P_USER, source, tag)), nic_mask(source, tag)};
}

static bool nic_is_missed(const struct nic_pattern *pattern)
{
    if (nic_missed.count == 0 || nic_missed.epoch != chan_epoch())
        return false;
    for (unsigned i = 0; i < nic_missed.count; i++) {
        if (nic_missed.of[i].match == pattern->match && nic_missed.of[i].mask == pattern->mask)
            return true;
    }
    return false;
}

static void nic_miss(const struct nic_pattern *pattern, uint32_t epoch)
{
    if (nic_missed.epoch != epoch)
        nic_missed.count = nic_missed.next = 0;
    nic_missed.epoch = epoch;
    nic_missed.of[nic_missed.next] = *pattern;
    nic_missed.next = (nic_missed.next + 1) % NIC_MISSES;
    if (nic_missed.count < NIC_MISSES)
        nic_missed.count++;
}

// Asks for a message. Returns whether there is one, and sets `envelope`.
static bool nic_probe(unsigned kind, const struct nic_pattern *pattern, struct nic_question *question, struct p2p_envelope *envelope)
{
    struct chan_request probe = {.match = pattern->match, .mask = pattern->mask};
    nic_ask(kind, &probe, question);
    uint64_t found = question->envelope;
    envelope->source = (found & NIC_ENVELOPE_SOURCE_MASK) >> NIC_ENVELOPE_SOURCE_SHIFT;
    envelope->tag = (found & NIC_ENVELOPE_TAG_MASK) >> NIC_ENVELOPE_TAG_SHIFT & CHAN_TAG_MAX;
    envelope->bytes = found & NIC_ENVELOPE_BYTES_MASK;
    return (found & NIC_ENVELOPE_FLAG) != 0;
}

// The same for a question that is answered at once. Does not ask if the answer is known.
static bool nic_probe_now(unsigned kind, const struct nic_pattern *pattern, struct nic_question *question,
                          struct p2p_envelope *envelope)
{
    p2p_poll();
    if (nic_is_missed(pattern))
        return false;
    bool found = nic_probe(kind, pattern, question, envelope);
    if (!found)
        nic_miss(pattern, question->detail >> NIC_DETAIL_EPOCH_SHIFT);
    return found;
}

bool p2p_iprobe(const struct p2p_comm *comm, int source, int tag, struct p2p_envelope *envelope)
{
    struct nic_pattern pattern = nic_pattern(comm, source, tag);
    struct nic_question question;
    return nic_probe_now(NIC_REQUEST_KIND_PROBE, &pattern, &question, envelope);
}

void p2p_probe(const struct p2p_comm *comm, int source, int tag, struct p2p_envelope *envelope)
{
    struct nic_pattern pattern = nic_pattern(comm, source, tag);
    struct nic_question question;
    nic_probe(NIC_REQUEST_KIND_PROBE_WAIT, &pattern, &question, envelope);
}

// Makes an object of the message that was found and taken.
static struct p2p_unexpected *nic_taken(const struct p2p_comm *comm, const struct nic_question *question,
                                        const struct p2p_envelope *envelope)
{
    struct p2p_unexpected *unexpected = p2p_allocate(sizeof *unexpected, "MPI: no memory left for a message that was probed");
    unexpected->match.key = p2p_receive_key(comm, P2P_USER, envelope->source, envelope->tag);
    unexpected->bytes = envelope->bytes;
    unexpected->transport.handle = question->detail & NIC_DETAIL_HANDLE_MASK;
    return unexpected;
}

struct p2p_unexpected *p2p_improbe(const struct p2p_comm *comm, int source, int tag, struct p2p_envelope *envelope)
{
    struct nic_pattern pattern = nic_pattern(comm, source, tag);
    struct nic_question question;
    return nic_probe_now(NIC_REQUEST_KIND_TAKE, &pattern, &question, envelope) ? nic_taken(comm, &question, envelope) : NULL;
}

struct p2p_unexpected *p2p_mprobe(const struct p2p_comm *comm, int source, int tag, struct p2p_envelope *envelope)
{
    struct nic_pattern pattern = nic_pattern(comm, source, tag);
    struct nic_question question;
    nic_probe(NIC_REQUEST_KIND_TAKE_WAIT, &pattern, &question, envelope);
    return nic_taken(comm, &question, envelope);
}
