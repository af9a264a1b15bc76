// Duplicates of communicators (MPI 5.0 §7.4.2).
#include "api/dup.h"
#include "api/info.h"
#include "api/topology.h"

int comm_check_dup(const char *function, MPI_Comm comm, const MPI_Comm *newcomm)
{
    const struct p2p_comm *known = comm_of(comm);
    if (known == NULL)
        return api_explain_comm(function, comm);
    return newcomm == NULL ? api_explain_pointer(function, known, "newcomm") : MPI_SUCCESS;
}

int comm_dup_details(const char *function, const struct p2p_comm *parent, MPI_Info info, struct p2p_comm *comm)
{
    const struct comm_details *from = comm_details(parent);
    int error = attribute_copy_all(ATTRIBUTE_OF_COMM, comm_handle(parent), &from->attributes, &comm->details->attributes);
    if (error != MPI_SUCCESS)
        return api_error(parent, error, "%s: an attribute's copy function returned %d", function, error);
    comm->details->topology = topology_share(from->topology);
    if (info != MPI_INFO_NULL)
        comm->details->info = info_copy(info);
    return MPI_SUCCESS;
}

static int comm_give_dup(const char *function, const struct p2p_comm *parent, MPI_Info info, struct p2p_comm *comm,
                         MPI_Comm *handle)
{
    int error = comm != NULL ? comm_dup_details(function, parent, info, comm) : MPI_SUCCESS;
    if (error != MPI_SUCCESS) {
        comm_release(comm);
        *handle = MPI_COMM_NULL;
        return error;
    }
    return comm_give(function, parent, comm != NULL, comm, handle);
}

int PMPI_Comm_dup(MPI_Comm comm, MPI_Comm *newcomm)
{
    api_enter("MPI_Comm_dup");
    int error = comm_check_dup("MPI_Comm_dup", comm, newcomm);
    if (error != MPI_SUCCESS)
        return error;
    const struct p2p_comm *known = comm_of(comm);
    return comm_give_dup("MPI_Comm_dup", known, MPI_INFO_NULL, comm_duplicate(known), newcomm);
}
API_WEAK(Comm_dup)

int PMPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm)
{
    api_enter("MPI_Comm_dup_with_info");
    int error = comm_check_dup("MPI_Comm_dup_with_info", comm, newcomm);
    if (error != MPI_SUCCESS)
        return error;
    const struct p2p_comm *known = comm_of(comm);
    if (!info_is_hints(info))
        return info_explain("MPI_Comm_dup_with_info", known, info);
    return comm_give_dup("MPI_Comm_dup_with_info", known, info, comm_duplicate(known), newcomm);
}
API_WEAK(Comm_dup_with_info)
