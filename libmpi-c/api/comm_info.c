// Hints for communicators (MPI 5.0 §7.4.4). They are stored and returned, and have no effect.
#include "api/communicator.h"
#include "api/info.h"

int PMPI_Comm_set_info(MPI_Comm comm, MPI_Info info)
{
    api_enter("MPI_Comm_set_info");
    const struct p2p_comm *known = comm_of(comm);
    if (known == NULL)
        return api_explain_comm("MPI_Comm_set_info", comm);
    if (info_of(info) == NULL)
        return info_explain("MPI_Comm_set_info", known, info);
    info_merge(&comm_details(known)->info, info);
    return MPI_SUCCESS;
}
API_WEAK(Comm_set_info)

int PMPI_Comm_get_info(MPI_Comm comm, MPI_Info *info_used)
{
    api_enter("MPI_Comm_get_info");
    const struct p2p_comm *known = comm_of(comm);
    if (known == NULL)
        return api_explain_comm("MPI_Comm_get_info", comm);
    if (info_used == NULL)
        return api_explain_pointer("MPI_Comm_get_info", known, "info_used");
    *info_used = info_copy(comm_details(known)->info);
    return MPI_SUCCESS;
}
API_WEAK(Comm_get_info)
