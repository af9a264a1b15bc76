// Receiving if the NIC matches: a receive is one request, and is complete when the NIC reports it.
#include "transport/nic/nic.h"

// Posted receives, by communicator number and range.
enum { NIC_RANGES = 3 };
static uint32_t nic_awaited[NIC_RANGES * CHAN_COMMUNICATORS];

static uint32_t *nic_awaited_of(uint64_t key)
{
    return &nic_awaited[nic_match(key) >> NIC_CONTEXT_SHIFT];
}

void nic_awaited_less(uint64_t key)
{
    --*nic_awaited_of(key);
}

bool p2p_is_awaited(unsigned context)
{
    return *nic_awaited_of(match_key(context, 0, 0)) != 0;
}

static void nic_receive_prepare(struct p2p_request *request, const struct p2p_comm *comm, void *buffer, size_t bytes)
{
    p2p_touch(buffer, bytes);
    request->kind = P2P_RECEIVE;
    request->done = false;
    request->comm = comm;
    request->buffer = buffer;
    request->bytes = bytes;
}

// Cuts the length of a buffer that is longer than any message.
static uint64_t nic_room(size_t bytes)
{
    return p2p_smaller(bytes, UINT32_MAX);
}

void p2p_receive_start(struct p2p_request *request, const struct p2p_comm *comm, enum p2p_context context,
                       void *buffer, size_t bytes, int source, int tag)
{
    nic_receive_prepare(request, comm, buffer, bytes);
    request->match.key = p2p_receive_key(comm, context, source, tag);
    ++*nic_awaited_of(request->match.key);
    struct chan_request receive = {.match = nic_match(request->match.key), .mask = nic_mask(source, tag),
                                   .address = (uintptr_t)buffer, .bytes = nic_room(bytes), .cookie = (uintptr_t)request};
    nic_request(NIC_REQUEST_KIND_RECEIVE, &receive);
}

void p2p_receive_matched(struct p2p_request *request, const struct p2p_comm *comm, void *buffer, size_t bytes,
                         struct p2p_unexpected *unexpected)
{
    nic_receive_prepare(request, comm, buffer, bytes);
    request->match.key = unexpected->match.key;
    ++*nic_awaited_of(request->match.key);
    struct chan_request receive = {.address = (uintptr_t)buffer, .bytes = nic_room(bytes), .handle = unexpected->transport.handle,
                                   .cookie = (uintptr_t)request};
    p2p_free(unexpected);
    nic_request(NIC_REQUEST_KIND_RECEIVE_MATCHED, &receive);
}

void p2p_receive_slowly(struct p2p_request *request, const struct p2p_comm *comm, enum p2p_context context,
                        void *buffer, size_t bytes, int source, int tag)
{
    p2p_receive_start(request, comm, context, buffer, bytes, source, tag);
    p2p_wait(request);
}

void p2p_receive(struct p2p_request *request, const struct p2p_comm *comm, enum p2p_context context, void *buffer,
                 size_t bytes, int source, int tag)
{
    p2p_receive_slowly(request, comm, context, buffer, bytes, source, tag);
}

// A send that does not end at once may need the other side's receive, which may need the receive here.
void p2p_exchange(struct p2p_request *request, const struct p2p_comm *comm, enum p2p_context context, const void *out,
                  size_t out_bytes, int dest, int out_tag, void *in, size_t in_bytes, int source, int in_tag)
{
    p2p_receive_start(request, comm, context, in, in_bytes, source, in_tag);
    p2p_send(comm, context, out, out_bytes, dest, out_tag);
    p2p_wait(request);
}

bool p2p_cancel_receive(struct p2p_request *request)
{
    struct chan_request cancel = {.address = (uintptr_t)request};
    struct nic_question question;
    nic_ask(NIC_REQUEST_KIND_CANCEL, &cancel, &question);
    if ((question.envelope & NIC_ENVELOPE_FLAG) == 0)
        return false;
    nic_awaited_less(request->match.key);
    p2p_cancelled(request);
    return true;
}
