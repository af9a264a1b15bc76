// What communicators are asked for: size, rank, groups, kind, comparison (MPI 5.0 §7.4.1, §7.6.1).
#include "api/communicator.h"

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
    *size = api_is_inter(known) ? known->details->group->size : known->size;
    return MPI_SUCCESS;
}
API_WEAK(Comm_size)

int PMPI_Comm_remote_size(MPI_Comm comm, int *size)
{
    api_enter("MPI_Comm_remote_size");
    const struct p2p_comm *known = api_comm(comm);
    if (known == NULL)
        return api_explain_comm("MPI_Comm_remote_size", comm);
    if (!api_is_inter(known))
        return api_explain_intra("MPI_Comm_remote_size", known);
    if (size == NULL)
        return api_explain_pointer("MPI_Comm_remote_size", known, "size");
    *size = known->size;
    return MPI_SUCCESS;
}
API_WEAK(Comm_remote_size)

int PMPI_Comm_test_inter(MPI_Comm comm, int *flag)
{
    api_enter("MPI_Comm_test_inter");
    const struct p2p_comm *known = api_comm(comm);
    if (known == NULL)
        return api_explain_comm("MPI_Comm_test_inter", comm);
    if (flag == NULL)
        return api_explain_pointer("MPI_Comm_test_inter", known, "flag");
    *flag = api_is_inter(known);
    return MPI_SUCCESS;
}
API_WEAK(Comm_test_inter)

static MPI_Group api_share(struct api_group *group)
{
    p2p_object_retain(group);
    return api_group_handle(group);
}

int PMPI_Comm_group(MPI_Comm comm, MPI_Group *group)
{
    api_enter("MPI_Comm_group");
    const struct p2p_comm *known = api_comm(comm);
    if (known == NULL)
        return api_explain_comm("MPI_Comm_group", comm);
    if (group == NULL)
        return api_explain_pointer("MPI_Comm_group", known, "group");
    *group = api_share(api_comm_details(known)->group);
    return MPI_SUCCESS;
}
API_WEAK(Comm_group)

int PMPI_Comm_remote_group(MPI_Comm comm, MPI_Group *group)
{
    api_enter("MPI_Comm_remote_group");
    const struct p2p_comm *known = api_comm(comm);
    if (known == NULL)
        return api_explain_comm("MPI_Comm_remote_group", comm);
    if (!api_is_inter(known))
        return api_explain_intra("MPI_Comm_remote_group", known);
    if (group == NULL)
        return api_explain_pointer("MPI_Comm_remote_group", known, "group");
    *group = api_share(known->details->remote);
    return MPI_SUCCESS;
}
API_WEAK(Comm_remote_group)

// The results go from MPI_IDENT to MPI_UNEQUAL, so that the worse of two is the greater one.
static int api_compare(const struct p2p_comm *one, const struct p2p_comm *other)
{
    if (one == other)
        return MPI_IDENT;
    if (api_is_inter(one) != api_is_inter(other))
        return MPI_UNEQUAL;
    const struct api_comm *details = api_comm_details(one), *others = api_comm_details(other);
    int result = api_group_compare(details->group, others->group);
    if (details->remote != NULL) {
        int remote = api_group_compare(details->remote, others->remote);
        result = remote > result ? remote : result;
    }
    return result == MPI_IDENT ? MPI_CONGRUENT : result;
}

int PMPI_Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int *result)
{
    api_enter("MPI_Comm_compare");
    const struct p2p_comm *one = api_comm(comm1), *other = api_comm(comm2);
    if (one == NULL || other == NULL)
        return api_explain_comm("MPI_Comm_compare", one == NULL ? comm1 : comm2);
    if (result == NULL)
        return api_explain_pointer("MPI_Comm_compare", one, "result");
    *result = api_compare(one, other);
    return MPI_SUCCESS;
}
API_WEAK(Comm_compare)
