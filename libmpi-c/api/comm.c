// MPI_Comm_rank and MPI_Comm_size.
#include "api/api.h"

int PMPI_Comm_rank(MPI_Comm comm, int *rank)
{
    api_enter("MPI_Comm_rank");
    const struct p2p_comm *known = api_comm(comm);
    if (known == NULL)
        return api_explain_comm("MPI_Comm_rank", comm);
    if (rank == NULL)
        return api_explain_pointer("MPI_Comm_rank", known, "rank");
    *rank = known->rank;
    return MPI_SUCCESS;
}
API_WEAK(Comm_rank)

int PMPI_Comm_size(MPI_Comm comm, int *size)
{
    api_enter("MPI_Comm_size");
    const struct p2p_comm *known = api_comm(comm);
    if (known == NULL)
        return api_explain_comm("MPI_Comm_size", comm);
    if (size == NULL)
        return api_explain_pointer("MPI_Comm_size", known, "size");
    *size = known->size;
    return MPI_SUCCESS;
}
API_WEAK(Comm_size)
