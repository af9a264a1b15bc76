// Hints for communicators (MPI 5.0 §7.4.4). They are kept and given back; none changes anything.
#include "api/communicator.h"
#include "api/info.h"

int PMPI_Comm_set_info(MPI_Comm comm, MPI_Info info)
{
    api_enter("MPI_Comm_set_info");
    const struct p2p_comm *known = api_comm(comm);
    if (known == NULL)
        return api_explain_comm("MPI_Comm_set_info", comm);
    if (api_info(info) == NULL)
        return api_explain_info("MPI_Comm_set_info", known, info);
    api_info_merge(&api_comm_details(known)->info, info);
    return MPI_SUCCESS;
}
API_WEAK(Comm_set_info)

int PMPI_Comm_get_info(MPI_Comm comm, MPI_Info *info_used)
{
    api_enter("MPI_Comm_get_info");
    const struct p2p_comm *known = api_comm(comm);
    if (known == NULL)
        return api_explain_comm("MPI_Comm_get_info", comm);
    if (info_used == NULL)
        return api_explain_pointer("MPI_Comm_get_info", known, "info_used");
    *info_used = api_info_copy(api_comm_details(known)->info);
    return MPI_SUCCESS;
}
API_WEAK(Comm_get_info)
