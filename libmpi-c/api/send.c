// Blocking sends.
#include "api/api.h"

int PMPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    api_enter("MPI_Send");
    const struct p2p_comm *known = api_comm(comm);
    const struct p2p_datatype *type = p2p_datatype(datatype);
    if (__builtin_expect(api_bad_send(known, buf, count, type, dest, tag), 0))
        return api_explain_send("MPI_Send", buf, count, datatype, dest, tag, comm);
    p2p_send(known, P2P_USER, buf, api_bytes(count, type), dest, tag);
    return MPI_SUCCESS;
}
API_WEAK(Send)

int PMPI_Ssend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    api_enter("MPI_Ssend");
    const struct p2p_comm *known = api_comm(comm);
    const struct p2p_datatype *type = p2p_datatype(datatype);
    if (__builtin_expect(api_bad_send(known, buf, count, type, dest, tag), 0))
        return api_explain_send("MPI_Ssend", buf, count, datatype, dest, tag, comm);
    struct p2p_request request;
    p2p_send_start(&request, P2P_SYNCHRONOUS_SEND, known, P2P_USER, buf, api_bytes(count, type), dest, tag);
    p2p_wait(&request);
    return MPI_SUCCESS;
}
API_WEAK(Ssend)
