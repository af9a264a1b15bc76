// Inquiries about communicators: size, rank, groups, kind, comparison (MPI 5.0 §7.4.1, §7.6.1).
#include "api/communicator.h"

int PMPI_Comm_rank(MPI_Comm comm, int *rank)
{
    api_enter("MPI_Comm_rank");
    const struct p2p_comm *known = comm_of(comm);
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
    const struct p2p_comm *known = comm_of(comm);
    if (known == NULL)
        return api_explain_comm("MPI_Comm_size", comm);
    if (size == NULL)
        return api_explain_pointer("MPI_Comm_size", known, "size");
    *size = comm_is_inter(known) ? known->details->group->size : known->size;
    return MPI_SUCCESS;
}
API_WEAK(Comm_size)

int PMPI_Comm_remote_size(MPI_Comm comm, int *size)
{
    api_enter("MPI_Comm_remote_size");
    const struct p2p_comm *known = comm_of(comm);
    if (known == NULL)
        return api_explain_comm("MPI_Comm_remote_size", comm);
    if (!comm_is_inter(known))
        return comm_explain_intra("MPI_Comm_remote_size", known);
    if (size == NULL)
        return api_explain_pointer("MPI_Comm_remote_size", known, "size");
    *size = known->size;
    return MPI_SUCCESS;
}
API_WEAK(Comm_remote_size)

int PMPI_Comm_test_inter(MPI_Comm comm, int *flag)
{
    api_enter("MPI_Comm_test_inter");
    const struct p2p_comm *known = comm_of(comm);
    if (known == NULL)
        return api_explain_comm("MPI_Comm_test_inter", comm);
    if (flag == NULL)
        return api_explain_pointer("MPI_Comm_test_inter", known, "flag");
    *flag = comm_is_inter(known);
    return MPI_SUCCESS;
}
API_WEAK(Comm_test_inter)

static MPI_Group comm_share(struct group *group)
{
    p2p_object_retain(group);
    return group_handle(group);
}

int PMPI_Comm_group(MPI_Comm comm, MPI_Group *group)
{
    api_enter("MPI_Comm_group");
    const struct p2p_comm *known = comm_of(comm);
    if (known == NULL)
        return api_explain_comm("MPI_Comm_group", comm);
    if (group == NULL)
        return api_explain_pointer("MPI_Comm_group", known, "group");
    *group = comm_share(comm_details(known)->group);
    return MPI_SUCCESS;
}
API_WEAK(Comm_group)

int PMPI_Comm_remote_group(MPI_Comm comm, MPI_Group *group)
{
    api_enter("MPI_Comm_remote_group");
    const struct p2p_comm *known = comm_of(comm);
    if (known == NULL)
        return api_explain_comm("MPI_Comm_remote_group", comm);
    if (!comm_is_inter(known))
        return comm_explain_intra("MPI_Comm_remote_group", known);
    if (group == NULL)
        return api_explain_pointer("MPI_Comm_remote_group", known, "group");
    *group = comm_share(known->details->remote);
    return MPI_SUCCESS;
}
API_WEAK(Comm_remote_group)

// The results of comparisons are ordered from MPI_IDENT to MPI_UNEQUAL, so the greater of two results is the combined one.
static int comm_compare(const struct p2p_comm *one, const struct p2p_comm *other)
{
    if (one == other)
        return MPI_IDENT;
    if (comm_is_inter(one) != comm_is_inter(other))
        return MPI_UNEQUAL;
    const struct comm_details *details = comm_details(one), *others = comm_details(other);
    int result = group_compare(details->group, others->group);
    if (details->remote != NULL) {
        int remote = group_compare(details->remote, others->remote);
        result = remote > result ? remote : result;
    }
    return result == MPI_IDENT ? MPI_CONGRUENT : result;
}

int PMPI_Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int *result)
{
    api_enter("MPI_Comm_compare");
    const struct p2p_comm *one = comm_of(comm1), *other = comm_of(comm2);
    if (one == NULL || other == NULL)
        return api_explain_comm("MPI_Comm_compare", one == NULL ? comm1 : comm2);
    if (result == NULL)
        return api_explain_pointer("MPI_Comm_compare", one, "result");
    *result = comm_compare(one, other);
    return MPI_SUCCESS;
}
API_WEAK(Comm_compare)
