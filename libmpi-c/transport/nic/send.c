// Sending if the NIC matches: a send is one request, and its buffer is free when the NIC reports it.
#include "hal/sim.h"
#include "transport/nic/nic.h"

void transport_open(void)
{
}

static inline __attribute__((always_inline)) void nic_send(const struct p2p_request *request)
{
    struct chan_request send = {.match = nic_match(request->key), .node = request->node, .address = (uintptr_t)request->buffer,
                                .bytes = request->bytes, .cookie = (uintptr_t)request};
    chan_request(request->kind == P2P_SYNCHRONOUS_SEND ? NIC_REQUEST_KIND_SYNCHRONOUS : NIC_REQUEST_KIND_SEND, &send);
}

// A function of its own, so that the code after its mark belongs to the mark alone.
static __attribute__((noinline)) void nic_send_long(const struct p2p_request *request)
{
    if (request->bytes > UINT32_MAX)
        sim_fatal_text(MPI_ERR_COUNT, "MPI: a message of 4 GiB or more; the NIC has 32 bits for a length");
    P2P_MARK_SENDING("rendezvous", request->key, request->node, request->bytes);
    nic_send(request);
}

enum chan_status transport_push(struct p2p_request *request)
{
    PHASE(request)
    if (!chan_takes(request->node))
        return CHAN_NO_RESOURCE;
    p2p_touch(request->buffer, request->bytes);
    if (transport_is_long(request->buffer, request->bytes)) {
        nic_send_long(request);
        return CHAN_OK;
    }
    P2P_MARK_SENDING("eager", request->key, request->node, request->bytes);
    nic_send(request);
    return CHAN_OK;
}

// Asks the NICs of both sides, which answer without their hosts.
void transport_withdraw(struct p2p_request *request)
{
    struct chan_request cancel = {.node = request->node, .address = (uintptr_t)request};
    struct nic_question question;
    nic_ask(NIC_REQUEST_KIND_CANCEL_SEND, &cancel, &question);
    if ((question.envelope & NIC_ENVELOPE_FLAG) != 0)
        p2p_cancelled(request);
}

// Never called: transport_send_now never returns P2P_SEND_PAYLOAD.
int transport_send_payload(const struct p2p_comm *comm, enum p2p_context context, const void *buffer, size_t bytes, int dest, int tag)
{
    p2p_send_generally(comm, context, buffer, bytes, dest, tag);
    return MPI_SUCCESS;
}
