// Non-blocking receives.
#include "api/communicator.h"
#include "api/message.h"

// Receives off the fast path: derived datatypes, sizes that are no power of two, MPI_PROC_NULL, wrong arguments.
static __attribute__((noinline)) int message_ireceive_slowly(void *buf, int count, MPI_Datatype datatype, int source, int tag,
                                                             MPI_Comm comm, MPI_Request *request)
{
    struct message message;
    int error = request == NULL ? api_explain_pointer("MPI_Irecv", comm_of(comm), "request")
                                : message_from(&message, "MPI_Irecv", buf, count, datatype, source, tag, comm);
    if (error != MPI_SUCCESS)
        return error;
    if (source != MPI_PROC_NULL)
        return message_begin(&message, "MPI_Irecv", request);
    *request = request_handle(&request_of_proc_null);
    return MPI_SUCCESS;
}

int PMPI_Irecv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request)
{
    api_enter("MPI_Irecv");
    const struct p2p_comm *known = comm_of(comm);
    unsigned shift = p2p_shift_of(datatype);
    if (__builtin_expect(request == NULL || api_bad_source(known, source, tag) || api_bad_plain(buf, count, shift), 0))
        return message_ireceive_slowly(buf, count, datatype, source, tag, comm, request);
    struct p2p_request *received =
        p2p_ireceive(known, P2P_USER, buf, p2p_shifted_bytes(count, shift), source, tag);
    if (request_keeps_comm(received))
        comm_retain(known);
    *request = request_handle(received);
    return MPI_SUCCESS;
}
API_WEAK(Irecv)
