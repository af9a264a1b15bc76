// Non-blocking sends.
#include "api/buffer.h"
#include "api/communicator.h"
#include "api/message.h"

// Sends off the fast path: derived datatypes, sizes that are no power of two, buffered sends, MPI_PROC_NULL, wrong arguments.
static __attribute__((noinline)) int message_isend_slowly(const char *function, enum message_mode mode, const void *buf,
                                                          int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                                                          MPI_Request *request)
{
    struct message message;
    int error = request == NULL ? api_explain_pointer(function, comm_of(comm), "request")
                                : message_to(&message, function, mode, buf, count, datatype, dest, tag, comm);
    if (error != MPI_SUCCESS)
        return error;
    if (dest != MPI_PROC_NULL && mode != MESSAGE_BUFFERED)
        return message_begin(&message, function, request);
    if (dest != MPI_PROC_NULL)
        error = buffer_send(&message, function);
    if (error == MPI_SUCCESS)
        *request = request_handle(&p2p_sent);
    return error;
}

static inline int message_isend(const char *function, enum message_mode mode, const void *buf, int count, MPI_Datatype datatype,
                                int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    const struct p2p_comm *known = comm_of(comm);
    unsigned shift = p2p_shift_of(datatype);
    if (__builtin_expect(request == NULL || api_bad_send(known, buf, count, shift, dest, tag), 0))
        return message_isend_slowly(function, mode, buf, count, datatype, dest, tag, comm, request);
    struct p2p_request *sent = p2p_isend(mode == MESSAGE_SYNCHRONOUS ? P2P_SYNCHRONOUS_SEND : P2P_SEND, known, P2P_USER, buf,
                                         p2p_shifted_bytes(count, shift), dest, tag);
    if (request_keeps_comm(sent))
        comm_retain(known);
    *request = request_handle(sent);
    return MPI_SUCCESS;
}

int PMPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request *request)
{
    api_enter("MPI_Isend");
    return message_isend("MPI_Isend", MESSAGE_STANDARD, buf, count, datatype, dest, tag, comm, request);
}
API_WEAK(Isend)

int PMPI_Issend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                MPI_Request *request)
{
    api_enter("MPI_Issend");
    return message_isend("MPI_Issend", MESSAGE_SYNCHRONOUS, buf, count, datatype, dest, tag, comm, request);
}
API_WEAK(Issend)

int PMPI_Irsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                MPI_Request *request)
{
    api_enter("MPI_Irsend");
    return message_isend("MPI_Irsend", MESSAGE_STANDARD, buf, count, datatype, dest, tag, comm, request);
}
API_WEAK(Irsend)

int PMPI_Ibsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                MPI_Request *request)
{
    api_enter("MPI_Ibsend");
    return message_isend_slowly("MPI_Ibsend", MESSAGE_BUFFERED, buf, count, datatype, dest, tag, comm, request);
}
API_WEAK(Ibsend)
