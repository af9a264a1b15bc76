// Receiving: posted and blocking receives, unexpected messages.
#include "transport/transport.h"

static __attribute__((noinline)) void host_receive_taken(struct p2p_request *request, struct p2p_unexpected *unexpected)
{
    P2P_MARK_TAKEN(request, unexpected);
    p2p_envelope_into(request, unexpected->match.key, unexpected->bytes);
    if (unexpected->rendezvous)
        transport_fetch(request, unexpected->node, unexpected->flag, &unexpected->rts);
    else
        transport_receive_eager(request, unexpected);
    p2p_free(unexpected);
}

void p2p_receive_start(struct p2p_request *request, const struct p2p_comm *comm, enum p2p_context context,
                       void *buffer, size_t bytes, int source, int tag)
{
    request->kind = P2P_RECEIVE;
    request->done = false;
    request->comm = comm;
    request->buffer = buffer;
    request->bytes = bytes;
    request->match.key = p2p_receive_key(comm, context, source, tag);
    request->match.mask = p2p_receive_mask(source, tag);
    struct match_entry *unexpected = match_take_unexpected(request->match.key, request->match.mask);
    if (unexpected != NULL)
        host_receive_taken(request, p2p_unexpected_of(unexpected));
    else
        match_post(&request->match);
}

void p2p_receive_matched(struct p2p_request *request, const struct p2p_comm *comm, void *buffer, size_t bytes,
                         struct p2p_unexpected *unexpected)
{
    request->kind = P2P_RECEIVE;
    request->done = false;
    request->comm = comm;
    request->buffer = buffer;
    request->bytes = bytes;
    host_receive_taken(request, unexpected);
}

// Fills in a receive that is complete.
static inline void host_received(struct p2p_request *request, const struct p2p_comm *comm, size_t bytes,
                                 const struct p2p_envelope *got)
{
    request->comm = comm;
    request->bytes = bytes;
    request->source = got->source;
    request->tag = got->tag;
    request->arrived = got->bytes;
    request->error = got->bytes > bytes ? MPI_ERR_TRUNCATE : MPI_SUCCESS;
    request->done = true;
}

// Not inlined, so that p2p_receive saves fewer registers.
static __attribute__((noinline)) void host_receive_payload(struct p2p_request *request, const struct p2p_comm *comm,
                                                           void *buffer, size_t bytes, int source)
{
    struct p2p_envelope got;
    transport_receive_payload(comm, buffer, bytes, source, &got);
    host_received(request, comm, bytes, &got);
}

void p2p_receive(struct p2p_request *request, const struct p2p_comm *comm, enum p2p_context context, void *buffer,
                 size_t bytes, int source, int tag)
{
    struct p2p_envelope got;
    enum p2p_outcome outcome = transport_receive_now(comm, context, buffer, bytes, source, tag, &got);
    if (outcome == P2P_PAYLOAD)
        host_receive_payload(request, comm, buffer, bytes, source);
    else if (outcome == P2P_RECEIVED ||
             (outcome == P2P_REQUESTED && transport_receive_rendezvous(buffer, bytes, p2p_node(comm, source), &got)))
        host_received(request, comm, bytes, &got);
    else
        p2p_receive_slowly(request, comm, context, buffer, bytes, source, tag);
}

void p2p_receive_slowly(struct p2p_request *request, const struct p2p_comm *comm, enum p2p_context context,
                        void *buffer, size_t bytes, int source, int tag)
{
    p2p_receive_start(request, comm, context, buffer, bytes, source, tag);
    p2p_wait(request);
}

// A send that does not end at once may need the other side's receive, which may need the receive here.
void p2p_exchange(struct p2p_request *request, const struct p2p_comm *comm, enum p2p_context context, const void *out,
                  size_t out_bytes, int dest, int out_tag, void *in, size_t in_bytes, int source, int in_tag)
{
    if (p2p_send_at_once(comm, context, out, out_bytes, dest, out_tag)) {
        p2p_receive(request, comm, context, in, in_bytes, source, in_tag);
        return;
    }
    p2p_receive_start(request, comm, context, in, in_bytes, source, in_tag);
    p2p_send(comm, context, out, out_bytes, dest, out_tag);
    p2p_wait(request);
}

bool p2p_cancel_receive(struct p2p_request *request)
{
    if (!match_cancel(&request->match))
        return false;
    p2p_cancelled(request);
    return true;
}

bool p2p_is_awaited(unsigned context)
{
    for (const struct match_entry *entry = NULL; (entry = match_next_posted(entry)) != NULL;) {
        if ((entry->key >> MATCH_CONTEXT_SHIFT) - context < P2P_CONTEXTS_A_COMM)
            return true;
    }
    return false;
}
