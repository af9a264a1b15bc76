// MPI_Bcast.
#include "api/collective.h"

int PMPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm)
{
    api_enter("MPI_Bcast");
    const struct p2p_comm *known = api_comm(comm);
    if (known == NULL)
        return api_explain_comm("MPI_Bcast", comm);
    const struct p2p_datatype *type = p2p_datatype(datatype);
    if (buffer == MPI_IN_PLACE || api_bad_buffer(buffer, count, type))
        return api_explain_buffer("MPI_Bcast", known, buffer, count, datatype);
    if (api_bad_root(known, root))
        return api_explain_root("MPI_Bcast", known, root);
    coll_bcast(known, buffer, api_bytes(count, type), root);
    return api_collective_result("MPI_Bcast", known);
}
API_WEAK(Bcast)
