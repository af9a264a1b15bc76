// Blocking send-receive operations (MPI 5.0 §3.10).
#include "api/message.h"

static int message_exchange(struct message *out, struct message *in, const char *function, MPI_Status *status)
{
    struct p2p_request sent, received;
    message_start(in, function, &received);
    message_start(out, function, &sent);
    p2p_wait(&sent);
    p2p_wait(&received);
    message_settle(out, &sent);
    return message_finish(in, &received, function, status);
}

// Calls off the fast path: derived datatypes, MPI_PROC_NULL, wrong arguments.
static __attribute__((noinline)) int message_sendrecv_slowly(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest,
                                                             int sendtag, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                                                             int source, int recvtag, MPI_Comm comm, MPI_Status *status)
{
    struct message out, in;
    int error =
        message_to(&out, "MPI_Sendrecv", MESSAGE_STANDARD, sendbuf, sendcount, sendtype, dest, sendtag, comm);
    if (error == MPI_SUCCESS)
        error = message_from(&in, "MPI_Sendrecv", recvbuf, recvcount, recvtype, source, recvtag, comm);
    return error == MPI_SUCCESS ? message_exchange(&out, &in, "MPI_Sendrecv", status) : error;
}

int PMPI_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
                  int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status)
{
    api_enter("MPI_Sendrecv");
    const struct p2p_comm *known = comm_of(comm);
    unsigned out = p2p_shift_of(sendtype), in = p2p_shift_of(recvtype);
    if (__builtin_expect(api_bad_send(known, sendbuf, sendcount, out, dest, sendtag) ||
                             api_bad_source(known, source, recvtag) || api_bad_plain(recvbuf, recvcount, in),
                         0))
        return message_sendrecv_slowly(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag,
                                       comm, status);
    struct p2p_request request;
    p2p_exchange(&request, known, P2P_USER, sendbuf, p2p_shifted_bytes(sendcount, out), dest, sendtag, recvbuf,
                 p2p_shifted_bytes(recvcount, in), source, recvtag);
    status_set_receive(status, &request);
    return request.error == MPI_SUCCESS ? MPI_SUCCESS : api_truncated_request("MPI_Sendrecv", &request);
}
API_WEAK(Sendrecv)

// The data to be sent is copied first, because the receive overwrites the buffer.
int PMPI_Sendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag,
                          MPI_Comm comm, MPI_Status *status)
{
    api_enter("MPI_Sendrecv_replace");
    struct message out, in;
    int error = message_to(&out, "MPI_Sendrecv_replace", MESSAGE_STANDARD, buf, count, datatype, dest, sendtag, comm);
    if (error == MPI_SUCCESS)
        error = message_from(&in, "MPI_Sendrecv_replace", buf, count, datatype, source, recvtag, comm);
    if (error != MPI_SUCCESS)
        return error;
    void *copy = message_detach(&out);
    error = message_exchange(&out, &in, "MPI_Sendrecv_replace", status);
    p2p_free(copy);
    return error;
}
API_WEAK(Sendrecv_replace)
