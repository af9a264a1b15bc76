// Blocking receives.
#include "api/message.h"
#include "transport/transport.h"

// Receives with derived datatypes, types of odd sizes, MPI_PROC_NULL or wrong arguments.
static __attribute__((noinline)) int api_receive_unusual(void *buf, int count, MPI_Datatype datatype, int source, int tag,
                                                         MPI_Comm comm, MPI_Status *status)
{
    struct message message;
    int error = message_from(&message, "MPI_Recv", buf, count, datatype, source, tag, comm);
    return error == MPI_SUCCESS ? message_receive(&message, "MPI_Recv", status) : error;
}

// A valid receive off the fast path: its message is unexpected already, or not the next to arrive, or long in coming.
static __attribute__((noinline)) int api_receive_valid(const struct p2p_comm *known, void *buf, size_t bytes, int source, int tag,
                                                       MPI_Status *status)
{
    struct p2p_request request;
    p2p_receive(&request, known, P2P_USER, buf, bytes, source, tag);
    status_set_receive(status, &request);
    return request.error == MPI_SUCCESS ? MPI_SUCCESS : api_truncated_request("MPI_Recv", &request);
}

// A receive that leaves the fast path before its arguments are checked in full.
static __attribute__((noinline)) int api_receive_slowly(void *buf, int count, MPI_Datatype datatype, int source,
                                                        int tag, MPI_Comm comm, MPI_Status *status)
{
    api_enter("MPI_Recv");
    const struct p2p_comm *known = comm_of(comm);
    unsigned shift = p2p_shift_of(datatype);
    if (api_bad_source(known, source, tag) || api_bad_plain(buf, count, shift))
        return api_receive_unusual(buf, count, datatype, source, tag, comm, status);
    return api_receive_valid(known, buf, p2p_shifted_bytes(count, shift), source, tag, status);
}

static inline int api_received(const struct p2p_comm *known, const struct p2p_envelope *got, size_t bytes,
                               MPI_Status *status)
{
    status_set(status, got->source, got->tag, got->bytes < bytes ? got->bytes : bytes);
    if (__builtin_expect(got->bytes > bytes, 0))
        return api_truncated("MPI_Recv", known, got->source, got->tag, got->bytes, bytes);
    return MPI_SUCCESS;
}

// A receive whose message has a payload. The payload is copied out of line.
static __attribute__((noinline)) int api_receive_payload(void *buf, size_t bytes, const struct p2p_comm *known,
                                                         int source, MPI_Status *status)
{
    struct p2p_envelope got;
    transport_receive_payload(known, buf, bytes, source, &got);
    return api_received(known, &got, bytes, status);
}

// A receive of a long message whose request to send (RTS) has arrived.
static __attribute__((noinline)) int api_receive_requested(void *buf, size_t bytes,
                                                                   const struct p2p_comm *known, int source, int tag,
                                                                   MPI_Status *status)
{
    struct p2p_envelope got;
    if (transport_receive_rendezvous(buf, bytes, p2p_node(known, source), &got))
        return api_received(known, &got, bytes, status);
    struct p2p_request request;
    p2p_receive_slowly(&request, known, P2P_USER, buf, bytes, source, tag);
    got = (struct p2p_envelope){request.source, request.tag, request.arrived};
    return api_received(known, &got, bytes, status);
}

// The fast path calls no function, so it saves few registers. tests/fast_path.rs checks the compiled code.
int PMPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status *status)
{
    PHASE_EDGE(begin)
    const struct p2p_comm *known = comm_of(comm);
    struct api_usual usual;
    if (__builtin_expect(!api_is_usual(known, datatype, &usual) ||
                             (!api_is_rank(&usual, source) && (source != MPI_ANY_SOURCE || usual.size == 0)) ||
                             (api_bad_tag(tag) && tag != MPI_ANY_TAG) || api_bad_usual(buf, count),
                         0))
        return api_receive_slowly(buf, count, datatype, source, tag, comm, status);
    size_t bytes = p2p_shifted_bytes(count, usual.shift);
    struct p2p_envelope got;
    enum p2p_outcome outcome = transport_receive_now(known, P2P_USER, buf, bytes, source, tag, &got);
    if (__builtin_expect(outcome == P2P_RECEIVED, 1)) {
        PHASE_EDGE(end)
        return api_received(known, &got, bytes, status);
    }
    if (outcome == P2P_PAYLOAD)
        return api_receive_payload(buf, bytes, known, source, status);
    if (outcome == P2P_REQUESTED)
        return api_receive_requested(buf, bytes, known, source, tag, status);
    return api_receive_valid(known, buf, bytes, source, tag, status);
}
API_WEAK(Recv)
