// The fast path of a blocking send of a long message from memory that transfers reach, with nothing else under way: it
// waits for the receiver only. If anything else happens, the progress engine completes the send.
#include "transport/transport.h"

void rendezvous_await_own_flag(void)
{
    struct p2p_request request = {.kind = P2P_SEND, .transport.flag = CHAN_OWN_FLAG};
    rendezvous_watch_flag(&request);
    p2p_wait(&request);
}

// The blocking receive that waits for the end of its transfer in the ring (CHAN_FIN_IN_RING) by the progress engine, because
// another packet came first, or because the end did not come soon.
static struct p2p_request *rendezvous_ending;

void rendezvous_await_ended(size_t node)
{
    struct p2p_request request = {.kind = P2P_RECEIVE, .node = node};
    rendezvous_ending = &request;
    p2p_state.outstanding++;
    p2p_wait(&request);
}

void rendezvous_arrive_ended(void)
{
    rendezvous_ending->done = true;
    p2p_state.outstanding--;
    chan_release(rendezvous_ending->node);
}

// Waits a while until the receiver has read the message. Returns false if that takes longer, or if a packet of the receiver has
// come, which may be a clear to send.
static inline bool rendezvous_was_read(size_t node)
{
    const struct chan_peer *peer = &chan_state.peer[node];
    for (unsigned looks = RENDEZVOUS_LOOKS; looks > 0 && !chan_front_ready(peer); looks--) {
        if (chan_flag_raised(CHAN_OWN_FLAG) || chan_flag_raised(CHAN_OWN_FLAG))
            return true;
    }
    return false;
}

// If the next packet is the receiver's clear to send with an address, puts the message there and returns true.
static inline bool rendezvous_put_cleared(const struct p2p_request *request)
{
    size_t node = request->node;
    struct chan_front front = chan_expect(node);
    if (!chan_await(&front))
        return false;
    PHASE(prepare)
    const struct chan_packet *packet = chan_awaited(&front);
    uint64_t words = packet->head[0], head = packet->head[1];
    size_t bytes = words >> 32;
    bool in_ring = CHAN_FIN_IN_RING && packet_head_length(head) == CHAN_RING_FLAG;
    if (packet_head_kind(head) != PACKET_CTS || (p2p_word)words != (uintptr_t)request || bytes == 0 ||
        packet_head_length(head) >= RENDEZVOUS_LANDS || (in_ring && !chan_takes(node)))
        return false;
    p2p_word place = *(const p2p_word *)packet->payload;
    if (!CHAN_OVERLAPS)
        chan_release_front(&front, node);
    chan_put_direct(CHAN_OWN_PUT, node, place, request->buffer, bytes, packet_head_length(head));
    PHASE(transfer)
    if (CHAN_OVERLAPS)
        chan_release_front(&front, node);
    // This wait depends on the hardware only.
    while (!chan_put_done(CHAN_OWN_PUT))
        ;
    PHASE(transferred)
    if (in_ring)
        chan_skip(node);
    return true;
}

int transport_send_long(const struct p2p_comm *comm, enum p2p_context context, const void *buffer, size_t bytes, int dest,
                        int tag)
{
    size_t node = p2p_node(comm, dest);
    if (p2p_state.outstanding != 0 || match_has_posted() || !chan_reaches(buffer, bytes) || !chan_takes(node))
        return p2p_send_generally(comm, context, buffer, bytes, dest, tag);
    struct p2p_request request;
    if (!CHAN_OVERLAPS)
        p2p_send_prepare(&request, P2P_SEND, comm, context, buffer, bytes, dest, tag);
    uint64_t key = comm->key[context] | (uint32_t)tag;
    if (CHAN_READS_SCRATCHPAD)
        chan_flag_lower(CHAN_OWN_FLAG);
    P2P_MARK_SENDING("rendezvous", key, node, bytes);
    uint64_t head = packet_head(PACKET_RTS, CHAN_READS_SCRATCHPAD ? CHAN_OWN_FLAG : PACKET_NO_FLAG);
    const struct chan_slot *slot = chan_open(node, key, head);
    *(struct p2p_rts *)chan_payload(slot) = (struct p2p_rts){.bytes = bytes, .cookie = (uintptr_t)&request,
                                                              .address = CHAN_READS_SCRATCHPAD ? (uintptr_t)buffer : 0};
    chan_push(node, slot, sizeof(struct p2p_rts));
    PHASE(await_clear)
    // The receiver works now, so there is time for this.
    if (CHAN_OVERLAPS)
        p2p_send_prepare(&request, P2P_SEND, comm, context, buffer, bytes, dest, tag);
    if (CHAN_READS_SCRATCHPAD ? rendezvous_was_read(node) : rendezvous_put_cleared(&request))
        return MPI_SUCCESS;
    request.transport.flag = CHAN_OWN_FLAG;
    if (CHAN_READS_SCRATCHPAD)
        rendezvous_watch_flag(&request);
    p2p_wait(&request);
    return MPI_SUCCESS;
}
