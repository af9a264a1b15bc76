// Sends and receives that return at once.
#include "api/request.h"

static int api_isend(const char *function, enum p2p_kind kind, const void *buf, int count, MPI_Datatype datatype,
                     int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    const struct p2p_comm *known = api_comm(comm);
    const struct p2p_datatype *type = p2p_datatype(datatype);
    if (request == NULL)
        return api_explain_pointer(function, known, "request");
    if (__builtin_expect(api_bad_send(known, buf, count, type, dest, tag), 0)) {
        int error = api_explain_send(function, buf, count, datatype, dest, tag, comm);
        if (error == MPI_SUCCESS)
            *request = MPI_REQUEST_NULL;
        return error;
    }
    *request = api_request_handle(p2p_isend(kind, known, P2P_USER, buf, api_bytes(count, type), dest, tag));
    return MPI_SUCCESS;
}

int PMPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request *request)
{
    api_enter("MPI_Isend");
    return api_isend("MPI_Isend", P2P_SEND, buf, count, datatype, dest, tag, comm, request);
}
API_WEAK(Isend)

int PMPI_Issend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                MPI_Request *request)
{
    api_enter("MPI_Issend");
    return api_isend("MPI_Issend", P2P_SYNCHRONOUS_SEND, buf, count, datatype, dest, tag, comm, request);
}
API_WEAK(Issend)

int PMPI_Irecv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request)
{
    api_enter("MPI_Irecv");
    const struct p2p_comm *known = api_comm(comm);
    const struct p2p_datatype *type = p2p_datatype(datatype);
    if (request == NULL)
        return api_explain_pointer("MPI_Irecv", known, "request");
    if (__builtin_expect(api_bad_source(known, source, tag) || api_bad_buffer(buf, count, type), 0)) {
        int error = api_explain_receive("MPI_Irecv", buf, count, datatype, source, tag, comm);
        if (error == MPI_SUCCESS)
            *request = api_request_handle(&api_proc_null_request);
        return error;
    }
    *request = api_request_handle(p2p_ireceive(known, P2P_USER, buf, api_bytes(count, type), source, tag));
    return MPI_SUCCESS;
}
API_WEAK(Irecv)
