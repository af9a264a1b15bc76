// Blocking sends.
#include "api/message.h"
#include "transport/transport.h"

static int api_send(const char *function, enum message_mode mode, const void *buf, int count, MPI_Datatype datatype, int dest,
                    int tag, MPI_Comm comm)
{
    struct message message;
    int error = message_to(&message, function, mode, buf, count, datatype, dest, tag, comm);
    return error == MPI_SUCCESS ? message_send(&message, function) : error;
}

// Sends with derived datatypes, types of odd sizes or wrong arguments.
static __attribute__((noinline)) int api_send_slowly(const void *buf, int count, MPI_Datatype datatype, int dest,
                                                     int tag, MPI_Comm comm)
{
    api_enter("MPI_Send");
    return api_send("MPI_Send", MESSAGE_STANDARD, buf, count, datatype, dest, tag, comm);
}

// A message that is too long for the fast path, or that the channel does not accept at once.
static __attribute__((noinline)) int api_send_valid(const struct p2p_comm *known, const void *buf, size_t bytes, int dest,
                                                    int tag)
{
    p2p_send(known, P2P_USER, buf, bytes, dest, tag);
    return MPI_SUCCESS;
}

// The fast path calls no function, so it saves no registers. tests/fast_path.rs checks the compiled code.
int PMPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    PHASE_EDGE(begin)
    const struct p2p_comm *known = comm_of(comm);
    struct api_usual usual;
    if (__builtin_expect(!api_is_usual(known, datatype, &usual) || !api_is_rank(&usual, dest) || api_bad_tag(tag) ||
                             api_bad_usual(buf, count),
                         0))
        return api_send_slowly(buf, count, datatype, dest, tag, comm);
    size_t bytes = p2p_shifted_bytes(count, usual.shift);
    enum p2p_sending sending = transport_send_now(known, P2P_USER, buf, bytes, dest, tag);
    if (__builtin_expect(sending == P2P_SENT, 1)) {
        PHASE_EDGE(end)
        return MPI_SUCCESS;
    }
    if (TRANSPORT_HAS_LONG_SENDS && transport_is_long(buf, bytes))
        return transport_send_long(known, P2P_USER, buf, bytes, dest, tag);
    if (sending == P2P_SEND_PAYLOAD)
        return transport_send_payload(known, P2P_USER, buf, bytes, dest, tag);
    return api_send_valid(known, buf, bytes, dest, tag);
}
API_WEAK(Send)

// The receive is already posted, so an ordinary send is correct (MPI 5.0 §3.4).
int PMPI_Rsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    api_enter("MPI_Rsend");
    const struct p2p_comm *known = comm_of(comm);
    unsigned shift = p2p_shift_of(datatype);
    if (__builtin_expect(api_bad_send(known, buf, count, shift, dest, tag), 0))
        return api_send("MPI_Rsend", MESSAGE_STANDARD, buf, count, datatype, dest, tag, comm);
    p2p_send(known, P2P_USER, buf, p2p_shifted_bytes(count, shift), dest, tag);
    return MPI_SUCCESS;
}
API_WEAK(Rsend)

int PMPI_Ssend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    api_enter("MPI_Ssend");
    const struct p2p_comm *known = comm_of(comm);
    unsigned shift = p2p_shift_of(datatype);
    if (__builtin_expect(api_bad_send(known, buf, count, shift, dest, tag), 0))
        return api_send("MPI_Ssend", MESSAGE_SYNCHRONOUS, buf, count, datatype, dest, tag, comm);
    struct p2p_request request;
    p2p_send_start(&request, P2P_SYNCHRONOUS_SEND, known, P2P_USER, buf, p2p_shifted_bytes(count, shift), dest, tag);
    p2p_wait(&request);
    return MPI_SUCCESS;
}
API_WEAK(Ssend)

int PMPI_Bsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    api_enter("MPI_Bsend");
    return api_send("MPI_Bsend", MESSAGE_BUFFERED, buf, count, datatype, dest, tag, comm);
}
API_WEAK(Bsend)
