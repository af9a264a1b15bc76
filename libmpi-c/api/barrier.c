// MPI_Barrier.
#include "api/api.h"
#include "coll/coll.h"

int PMPI_Barrier(MPI_Comm comm)
{
    api_enter("MPI_Barrier");
    const struct p2p_comm *known = api_comm(comm);
    if (known == NULL)
        return api_explain_comm("MPI_Barrier", comm);
    coll_barrier(known);
    return MPI_SUCCESS;
}
API_WEAK(Barrier)
