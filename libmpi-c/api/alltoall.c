// MPI_Alltoall.
#include "api/collective.h"

int PMPI_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                  MPI_Datatype recvtype, MPI_Comm comm)
{
    api_enter("MPI_Alltoall");
    const struct p2p_comm *known = api_comm(comm);
    if (known == NULL)
        return api_explain_comm("MPI_Alltoall", comm);
    struct api_block send = {sendbuf, sendcount, sendtype, true, true};
    struct api_block receive = {recvbuf, recvcount, recvtype, true, false};
    int error = api_check_blocks("MPI_Alltoall", known, &send, &receive);
    if (error != MPI_SUCCESS)
        return error;
    coll_alltoall(known, sendbuf, api_block_bytes(&send), recvbuf, api_block_bytes(&receive));
    return api_collective_result("MPI_Alltoall", known);
}
API_WEAK(Alltoall)
