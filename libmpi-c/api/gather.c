// MPI_Gather, MPI_Allgather.
#include "api/collective.h"

int PMPI_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    api_enter("MPI_Gather");
    const struct p2p_comm *known = api_comm(comm);
    if (known == NULL)
        return api_explain_comm("MPI_Gather", comm);
    if (api_bad_root(known, root))
        return api_explain_root("MPI_Gather", known, root);
    bool is_root = known->rank == root;
    struct api_block send = {sendbuf, sendcount, sendtype, true, is_root};
    struct api_block receive = {recvbuf, recvcount, recvtype, is_root, false};
    int error = api_check_blocks("MPI_Gather", known, &send, &receive);
    if (error != MPI_SUCCESS)
        return error;
    coll_gather(known, sendbuf, api_block_bytes(&send), recvbuf, api_block_bytes(&receive), root);
    return api_collective_result("MPI_Gather", known);
}
API_WEAK(Gather)

int PMPI_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                   MPI_Datatype recvtype, MPI_Comm comm)
{
    api_enter("MPI_Allgather");
    const struct p2p_comm *known = api_comm(comm);
    if (known == NULL)
        return api_explain_comm("MPI_Allgather", comm);
    struct api_block send = {sendbuf, sendcount, sendtype, true, true};
    struct api_block receive = {recvbuf, recvcount, recvtype, true, false};
    int error = api_check_blocks("MPI_Allgather", known, &send, &receive);
    if (error != MPI_SUCCESS)
        return error;
    coll_allgather(known, sendbuf, api_block_bytes(&send), recvbuf, api_block_bytes(&receive));
    return api_collective_result("MPI_Allgather", known);
}
API_WEAK(Allgather)
