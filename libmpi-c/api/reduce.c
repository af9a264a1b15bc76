// MPI_Reduce, MPI_Allreduce.
#include "api/collective.h"

int PMPI_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
                MPI_Comm comm)
{
    api_enter("MPI_Reduce");
    const struct p2p_comm *known = api_comm(comm);
    if (known == NULL)
        return api_explain_comm("MPI_Reduce", comm);
    if (api_bad_root(known, root))
        return api_explain_root("MPI_Reduce", known, root);
    bool is_root = known->rank == root;
    struct api_reduce_arguments arguments = {sendbuf, recvbuf, count, datatype, op, is_root, is_root};
    struct coll_reduction reduction;
    int error = api_check_reduction("MPI_Reduce", known, &arguments, &reduction);
    if (error != MPI_SUCCESS)
        return error;
    coll_reduce(known, sendbuf, recvbuf, &reduction, root);
    return api_collective_result("MPI_Reduce", known);
}
API_WEAK(Reduce)

int PMPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    api_enter("MPI_Allreduce");
    const struct p2p_comm *known = api_comm(comm);
    if (known == NULL)
        return api_explain_comm("MPI_Allreduce", comm);
    struct api_reduce_arguments arguments = {sendbuf, recvbuf, count, datatype, op, true, true};
    struct coll_reduction reduction;
    int error = api_check_reduction("MPI_Allreduce", known, &arguments, &reduction);
    if (error != MPI_SUCCESS)
        return error;
    coll_allreduce(known, sendbuf, recvbuf, &reduction);
    return api_collective_result("MPI_Allreduce", known);
}
API_WEAK(Allreduce)
