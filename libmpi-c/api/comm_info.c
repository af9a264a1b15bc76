// Hints for communicators (MPI 5.0 §7.4.4). They are stored and returned, and have no effect.
#include "api/communicator.h"

int PMPI_Comm_set_info(MPI_Comm comm, MPI_Info info)
{
    api_enter("MPI_Comm_set_info");
    const struct p2p_comm *known = comm_of(comm);
    if (known == NULL)
        return api_explain_comm("MPI_Comm_set_info", comm);
    if (info == MPI_INFO_NULL)
        return api_error(known, MPI_ERR_INFO, "MPI_Comm_set_info: the info is MPI_INFO_NULL");
    MPI_Info copy;
    int error = PMPI_Info_dup(info, &copy);
    if (error != MPI_SUCCESS)
        return error;
    struct comm_details *details = comm_details(known);
    if (details->info != MPI_INFO_NULL)
        PMPI_Info_free(&details->info);
    details->info = copy;
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
    MPI_Info info = comm_details(known)->info;
    return info != MPI_INFO_NULL ? PMPI_Info_dup(info, info_used) : PMPI_Info_create(info_used);
}
API_WEAK(Comm_get_info)
