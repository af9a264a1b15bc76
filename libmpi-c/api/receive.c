// Blocking receives: MPI_Recv, MPI_Sendrecv.
#include "api/api.h"
#include "p2p/direct.h"
#include "p2p/straight.h"

// A receive of a message that has come already, that others come before, or that is long in coming, and whatever is wrong.
static __attribute__((noinline)) int api_receive_slowly(void *buf, int count, MPI_Datatype datatype, int source,
                                                        int tag, MPI_Comm comm, MPI_Status *status)
{
    api_enter("MPI_Recv");
    const struct p2p_comm *known = api_comm(comm);
    const struct p2p_datatype *type = p2p_datatype(datatype);
    if (api_bad_source(known, source, tag) || api_bad_buffer(buf, count, type)) {
        int error = api_explain_receive("MPI_Recv", buf, count, datatype, source, tag, comm);
        if (error == MPI_SUCCESS)
            api_set_proc_null_status(status);
        return error;
    }
    struct p2p_request request;
    p2p_receive(&request, known, P2P_USER, buf, api_bytes(count, type), source, tag);
    api_set_receive_status(status, &request);
    return request.error == MPI_SUCCESS ? MPI_SUCCESS : api_truncated_request("MPI_Recv", &request);
}

static inline int api_received(const struct p2p_comm *known, const struct p2p_envelope *got, size_t bytes,
                               MPI_Status *status)
{
    api_set_status(status, got->source, got->tag, got->bytes < bytes ? got->bytes : bytes);
    if (__builtin_expect(got->bytes > bytes, 0))
        return api_truncated("MPI_Recv", known, got->source, got->tag, got->bytes, bytes);
    return MPI_SUCCESS;
}

// A receive of a long message, whose request to send has come.
static __attribute__((noinline, unused)) int api_receive_requested(void *buf, size_t bytes,
                                                                   const struct p2p_comm *known, int source, int tag,
                                                                   MPI_Status *status)
{
    struct p2p_envelope got;
#if !CHAN_READS_MEMORY
    if (p2p_receive_straight(buf, bytes, p2p_node(known, source), &got))
        return api_received(known, &got, bytes, status);
#endif
    struct p2p_request request;
    p2p_receive_slowly(&request, known, P2P_USER, buf, bytes, source, tag);
    got = (struct p2p_envelope){request.source, request.tag, request.arrived};
    return api_received(known, &got, bytes, status);
}

// The expected way calls nothing, so that it has few registers to save.
int PMPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status *status)
{
    const struct p2p_comm *known = api_comm(comm);
    struct api_usual usual;
    if (__builtin_expect(!api_is_usual(known, datatype, &usual) ||
                             (!api_is_rank(&usual, source) && (source != MPI_ANY_SOURCE || usual.size == 0)) ||
                             (tag < 0 && tag != MPI_ANY_TAG) || api_bad_usual(buf, count),
                         0))
        return api_receive_slowly(buf, count, datatype, source, tag, comm, status);
    size_t bytes = p2p_shifted_bytes(count, usual.shift);
    struct p2p_envelope got;
    enum p2p_outcome outcome = p2p_receive_now(known, P2P_USER, buf, bytes, source, tag, &got);
    if (__builtin_expect(outcome == P2P_RECEIVED, 1))
        return api_received(known, &got, bytes, status);
    if (outcome == P2P_REQUESTED)
        return api_receive_requested(buf, bytes, known, source, tag, status);
    return api_receive_slowly(buf, count, datatype, source, tag, comm, status);
}
API_WEAK(Recv)

int PMPI_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
                  int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status)
{
    api_enter("MPI_Sendrecv");
    const struct p2p_comm *known = api_comm(comm);
    const struct p2p_datatype *out = p2p_datatype(sendtype), *in = p2p_datatype(recvtype);
    bool sends = true, receives = true;
    if (__builtin_expect(api_bad_send(known, sendbuf, sendcount, out, dest, sendtag), 0)) {
        int error = api_explain_send("MPI_Sendrecv", sendbuf, sendcount, sendtype, dest, sendtag, comm);
        if (error != MPI_SUCCESS)
            return error;
        sends = false;
    }
    if (__builtin_expect(api_bad_source(known, source, recvtag) || api_bad_buffer(recvbuf, recvcount, in), 0)) {
        int error = api_explain_receive("MPI_Sendrecv", recvbuf, recvcount, recvtype, source, recvtag, comm);
        if (error != MPI_SUCCESS)
            return error;
        receives = false;
    }
    size_t out_bytes = api_bytes(sendcount, out), in_bytes = api_bytes(recvcount, in);
    struct p2p_request request;
    if (sends && receives)
        p2p_exchange(&request, known, P2P_USER, sendbuf, out_bytes, dest, sendtag, recvbuf, in_bytes, source, recvtag);
    else if (receives)
        p2p_receive(&request, known, P2P_USER, recvbuf, in_bytes, source, recvtag);
    else if (sends)
        p2p_send(known, P2P_USER, sendbuf, out_bytes, dest, sendtag);
    if (!receives) {
        api_set_proc_null_status(status);
        return MPI_SUCCESS;
    }
    api_set_receive_status(status, &request);
    return request.error == MPI_SUCCESS ? MPI_SUCCESS : api_truncated_request("MPI_Sendrecv", &request);
}
API_WEAK(Sendrecv)
