// Completions of the NIC, and questions to the NIC.
#include "transport/nic/nic.h"

static void nic_receive_complete(struct p2p_request *request, uint64_t envelope)
{
    request->source = (envelope & NIC_ENVELOPE_SOURCE_MASK) >> NIC_ENVELOPE_SOURCE_SHIFT;
    request->tag = (envelope & NIC_ENVELOPE_TAG_MASK) >> NIC_ENVELOPE_TAG_SHIFT & CHAN_TAG_MAX;
    request->arrived = envelope & NIC_ENVELOPE_BYTES_MASK;
    p2p_complete_receive(request);
}

void nic_complete(void)
{
    PHASE(complete)
    uint64_t cookie = chan_cookie();
    if ((cookie & NIC_COOKIE_QUESTION) != 0) {
        struct nic_question *question = (struct nic_question *)(uintptr_t)(cookie - NIC_COOKIE_QUESTION);
        question->envelope = chan_envelope();
        question->detail = chan_detail();
        chan_completed();
        question->answered = true;
        return;
    }
    struct p2p_request *request = (struct p2p_request *)(uintptr_t)cookie;
    if (request->kind == P2P_RECEIVE) {
        uint64_t envelope = chan_envelope();
        chan_completed();
        nic_awaited_less(request->match.key);
        nic_receive_complete(request, envelope);
    } else {
        chan_completed();
        request->done = true;
    }
}

void nic_request(unsigned kind, const struct chan_request *request)
{
    PHASE(request)
    while (!chan_takes(request->node))
        transport_step();
    chan_request(kind, request);
}

void nic_ask(unsigned kind, struct chan_request *request, struct nic_question *question)
{
    question->answered = false;
    request->cookie = (uintptr_t)question | NIC_COOKIE_QUESTION;
    nic_request(kind, request);
    while (!question->answered)
        p2p_progress();
}
