// Declarations that the files of this transport share: envelopes as the NIC has them, and requests that are not p2p requests.
#ifndef TRANSPORT_NIC_H
#define TRANSPORT_NIC_H

#include "transport/transport.h"

// Match bits: context, 11 bits from bit 31; source rank, 15 from bit 16; tag, 16, whose highest marks collective messages.
//
// The contexts of match.h (api/context.h) have 14 bits for a communicator's number and the user's or collective context, in three ranges.
enum { NIC_RANGE_SHIFT = 14, NIC_CONTEXT_SHIFT = 31, NIC_SOURCE_SHIFT = 16, NIC_SOURCE_MASK = 0x7fff };

static inline uint64_t nic_match(uint64_t key)
{
    unsigned context = key >> MATCH_CONTEXT_SHIFT;
    unsigned range = context >> NIC_RANGE_SHIFT, number = context % (1u << NIC_RANGE_SHIFT) / P2P_CONTEXTS_A_COMM;
    uint64_t source = (unsigned)match_source(key) & NIC_SOURCE_MASK;
    uint32_t tag = ((uint32_t)key & CHAN_TAG_MAX) | (context % P2P_CONTEXTS_A_COMM) * (CHAN_TAG_MAX + 1);
    return (uint64_t)(range * CHAN_COMMUNICATORS + number) << NIC_CONTEXT_SHIFT | source << NIC_SOURCE_SHIFT | tag;
}

// Returns the bits that do not matter to a receive.
static inline uint64_t nic_mask(int source, int tag)
{
    uint64_t mask = 0;
    if (source == MPI_ANY_SOURCE)
        mask |= (uint64_t)NIC_SOURCE_MASK << NIC_SOURCE_SHIFT;
    if (tag == MPI_ANY_TAG)
        mask |= CHAN_TAG_MAX;
    return mask;
}

// A question to the NIC, and its answer.
struct nic_question {
    bool answered;
    uint64_t envelope, detail;
};

// A cookie is the address of a p2p request or, with this bit, of a question.
#define NIC_COOKIE_QUESTION ((uint64_t)1)

// Makes a request of the NIC. Waits for room if needed; the NIC makes room without help from others.
void nic_request(unsigned kind, const struct chan_request *request);

// Makes a request, for which it sets the cookie, and waits for the answer.
void nic_ask(unsigned kind, struct chan_request *request, struct nic_question *question);

// Counts one posted receive fewer with this communicator's contexts.
void nic_awaited_less(uint64_t key);

#endif
