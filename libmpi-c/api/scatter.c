// MPI_Scatter.
#include "api/collective.h"

int PMPI_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                 MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    api_enter("MPI_Scatter");
    const struct p2p_comm *known = api_comm(comm);
    if (known == NULL)
        return api_explain_comm("MPI_Scatter", comm);
    if (api_bad_root(known, root))
        return api_explain_root("MPI_Scatter", known, root);
    bool is_root = known->rank == root;
    struct api_block send = {sendbuf, sendcount, sendtype, is_root, false};
    struct api_block receive = {recvbuf, recvcount, recvtype, true, is_root};
    int error = api_check_blocks("MPI_Scatter", known, &send, &receive);
    if (error != MPI_SUCCESS)
        return error;
    coll_scatter(known, sendbuf, api_block_bytes(&send), recvbuf, api_block_bytes(&receive), root);
    return api_collective_result("MPI_Scatter", known);
}
API_WEAK(Scatter)
