// Probing where the NIC keeps the unexpected messages (MPI 5.0 §3.8): a question to it.
#include "transport/nic/nic.h"

// Asks for a message; true if there is one, and `envelope` says which.
static bool nic_probe(unsigned kind, const struct p2p_comm *comm, int source, int tag, struct nic_question *question,
                      struct p2p_envelope *envelope)
{
    struct chan_request probe = {.match = nic_match(p2p_receive_key(comm, P2P_USER, source, tag)), .mask = nic_mask(source, tag)};
    nic_ask(kind, &probe, question);
    uint64_t found = question->envelope;
    envelope->source = (found & NIC_ENVELOPE_SOURCE_MASK) >> NIC_ENVELOPE_SOURCE_SHIFT;
    envelope->tag = (found & NIC_ENVELOPE_TAG_MASK) >> NIC_ENVELOPE_TAG_SHIFT & CHAN_TAG_MAX;
    envelope->bytes = found & NIC_ENVELOPE_BYTES_MASK;
    return (found & NIC_ENVELOPE_FLAG) != 0;
}

// What was last looked for in vain, and how many unexpected messages there had been by then: as long as there are no more, the NIC need
// not be asked again, and a program that asks for ever changes nothing.
static struct {
    uint64_t match, mask;
    uint32_t epoch;
    bool valid;
} nic_missed;

static bool nic_is_missed(uint64_t match, uint64_t mask)
{
    return nic_missed.valid && nic_missed.match == match && nic_missed.mask == mask && nic_missed.epoch == chan_epoch();
}

bool p2p_iprobe(const struct p2p_comm *comm, int source, int tag, struct p2p_envelope *envelope)
{
    uint64_t match = nic_match(p2p_receive_key(comm, P2P_USER, source, tag)), mask = nic_mask(source, tag);
    p2p_poll();
    if (nic_is_missed(match, mask))
        return false;
    struct nic_question question;
    bool found = nic_probe(NIC_REQUEST_KIND_PROBE, comm, source, tag, &question, envelope);
    if (!found) {
        nic_missed.match = match;
        nic_missed.mask = mask;
        nic_missed.epoch = question.detail >> NIC_DETAIL_EPOCH_SHIFT;
        nic_missed.valid = true;
    }
    return found;
}

void p2p_probe(const struct p2p_comm *comm, int source, int tag, struct p2p_envelope *envelope)
{
    struct nic_question question;
    nic_probe(NIC_REQUEST_KIND_PROBE_WAIT, comm, source, tag, &question, envelope);
}

static struct p2p_unexpected *nic_take(unsigned kind, const struct p2p_comm *comm, int source, int tag, struct p2p_envelope *envelope)
{
    struct nic_question question;
    if (!nic_probe(kind, comm, source, tag, &question, envelope))
        return NULL;
    struct p2p_unexpected *unexpected = p2p_allocate(sizeof *unexpected, "MPI: no memory left for a message that was probed");
    unexpected->match.key = p2p_receive_key(comm, P2P_USER, envelope->source, envelope->tag);
    unexpected->bytes = envelope->bytes;
    unexpected->transport.handle = question.detail & NIC_DETAIL_HANDLE_MASK;
    return unexpected;
}

struct p2p_unexpected *p2p_improbe(const struct p2p_comm *comm, int source, int tag, struct p2p_envelope *envelope)
{
    return nic_take(NIC_REQUEST_KIND_TAKE, comm, source, tag, envelope);
}

struct p2p_unexpected *p2p_mprobe(const struct p2p_comm *comm, int source, int tag, struct p2p_envelope *envelope)
{
    return nic_take(NIC_REQUEST_KIND_TAKE_WAIT, comm, source, tag, envelope);
}
