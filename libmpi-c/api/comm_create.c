// Communicators of groups within a communicator (MPI 5.0 §7.4.2).
#include "api/agreement.h"
#include "api/context.h"
#include "api/split.h"

// Checks that the ranks of a group are all in `within`.
static int api_check_group(const char *function, const struct p2p_comm *comm, MPI_Group handle, const struct api_group *within)
{
    const struct api_group *group = api_group(handle);
    if (group == NULL)
        return handle == MPI_GROUP_NULL
                   ? api_error(comm, MPI_ERR_GROUP, "%s: the group is MPI_GROUP_NULL", function)
                   : api_error(comm, MPI_ERR_GROUP, "%s: invalid group %p (has it been freed?)", function, (void *)handle);
    for (int rank = 0; rank < group->size; rank++) {
        if (api_group_find(within, group->nodes[rank]) == MPI_UNDEFINED)
            return api_error(comm, MPI_ERR_GROUP, "%s: rank %d of the group is not in the communicator", function, rank);
    }
    return MPI_SUCCESS;
}

static int api_check_create(const char *function, MPI_Comm comm, MPI_Group group, const MPI_Comm *newcomm)
{
    const struct p2p_comm *known = api_comm(comm);
    if (known == NULL)
        return api_explain_comm(function, comm);
    int error = api_check_group(function, known, group, api_comm_details(known)->group);
    if (error == MPI_SUCCESS && newcomm == NULL)
        error = api_explain_pointer(function, known, "newcomm");
    return error;
}

int PMPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm)
{
    api_enter("MPI_Comm_create");
    int error = api_check_create("MPI_Comm_create", comm, group, newcomm);
    if (error != MPI_SUCCESS)
        return error;
    const struct p2p_comm *known = api_comm(comm);
    struct api_group *own = api_group(group);
    struct p2p_comm *created;
    bool made;
    // Of an inter-communicator each side has to learn of the other's group; that is what splitting does.
    if (api_is_inter(known)) {
        made = api_split_inter(known, own->rank == MPI_UNDEFINED ? MPI_UNDEFINED : 0, own->rank, &created);
    } else {
        p2p_object_retain(own);
        made = api_comm_of_group(known, own, &created);
    }
    return api_comm_give("MPI_Comm_create", known, made, created, newcomm);
}
API_WEAK(Comm_create)

// Only the group's ranks come here, so they agree among themselves.
static bool api_create_within(const struct p2p_comm *comm, struct api_group *group, int tag, struct p2p_comm **created)
{
    const struct api_group *within = api_comm_details(comm)->group;
    int *ranks = p2p_allocate(group->size * sizeof *ranks, "MPI_Comm_create_group: no memory for the ranks of the group");
    for (int rank = 0; rank < group->size; rank++)
        ranks[rank] = api_group_find(within, group->nodes[rank]);
    struct api_agreement agreement;
    api_agreement_of_group(&agreement, comm, group, ranks, tag);
    int context;
    bool made = api_contexts_take(&agreement, &context, 1);
    p2p_free(ranks);
    if (made) {
        p2p_object_retain(group);
        *created = api_comm_new(group, NULL, &context, comm);
    }
    return made;
}

int PMPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *newcomm)
{
    api_enter("MPI_Comm_create_group");
    int error = api_check_create("MPI_Comm_create_group", comm, group, newcomm);
    if (error != MPI_SUCCESS)
        return error;
    const struct p2p_comm *known = api_comm(comm);
    if (api_is_inter(known))
        return api_explain_inter("MPI_Comm_create_group", known);
    if (tag < 0)
        return api_error(known, MPI_ERR_TAG, "MPI_Comm_create_group: invalid tag %d", tag);
    struct api_group *own = api_group(group);
    struct p2p_comm *created = NULL;
    bool made = own->rank == MPI_UNDEFINED || api_create_within(known, own, tag, &created);
    return api_comm_give("MPI_Comm_create_group", known, made, created, newcomm);
}
API_WEAK(Comm_create_group)
