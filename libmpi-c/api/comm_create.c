// MPI_Comm_create and MPI_Comm_create_group (MPI 5.0 §7.4.2).
#include "api/agreement.h"
#include "api/context.h"
#include "api/split.h"

// Checks that the ranks of a group are all in `within`.
static int comm_check_group(const char *function, const struct p2p_comm *comm, MPI_Group handle, const struct group *within)
{
    const struct group *group = group_of(handle);
    if (group == NULL)
        return handle == MPI_GROUP_NULL
                   ? api_error(comm, MPI_ERR_GROUP, "%s: the group is MPI_GROUP_NULL", function)
                   : api_error(comm, MPI_ERR_GROUP, "%s: invalid group %p (has it been freed?)", function, (void *)handle);
    for (int rank = 0; rank < group->size; rank++) {
        if (group_find(within, group->nodes[rank]) == MPI_UNDEFINED)
            return api_error(comm, MPI_ERR_GROUP, "%s: rank %d of the group is not in the communicator", function, rank);
    }
    return MPI_SUCCESS;
}

static int comm_check_create(const char *function, MPI_Comm comm, MPI_Group group, const MPI_Comm *newcomm)
{
    const struct p2p_comm *known = comm_of(comm);
    if (known == NULL)
        return api_explain_comm(function, comm);
    int error = comm_check_group(function, known, group, comm_details(known)->group);
    if (error == MPI_SUCCESS && newcomm == NULL)
        error = api_explain_pointer(function, known, "newcomm");
    return error;
}

int PMPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm)
{
    api_enter("MPI_Comm_create");
    int error = comm_check_create("MPI_Comm_create", comm, group, newcomm);
    if (error != MPI_SUCCESS)
        return error;
    const struct p2p_comm *known = comm_of(comm);
    struct group *own = group_of(group);
    struct p2p_comm *created;
    bool made;
    // In an inter-communicator, each side must learn the other side's group, as in a split.
    if (comm_is_inter(known)) {
        made = comm_split_inter(known, own->rank == MPI_UNDEFINED ? MPI_UNDEFINED : 0, own->rank, &created);
    } else {
        p2p_object_retain(own);
        made = comm_of_group(known, own, &created);
    }
    return comm_give("MPI_Comm_create", known, made, created, newcomm);
}
API_WEAK(Comm_create)

// Makes the communicator of a group. Only ranks of the group call it, so the agreement is among them.
static bool comm_create_within(const struct p2p_comm *comm, struct group *group, int tag, struct p2p_comm **created)
{
    const struct group *within = comm_details(comm)->group;
    int *ranks = p2p_allocate(group->size * sizeof *ranks, "MPI_Comm_create_group: no memory for the ranks of the group");
    for (int rank = 0; rank < group->size; rank++)
        ranks[rank] = group_find(within, group->nodes[rank]);
    struct agreement agreement;
    agreement_of_group(&agreement, comm, group, ranks, tag);
    int context;
    bool made = context_take(&agreement, &context, 1);
    p2p_free(ranks);
    if (made) {
        p2p_object_retain(group);
        *created = comm_new(group, NULL, &context, comm);
    }
    return made;
}

int PMPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *newcomm)
{
    api_enter("MPI_Comm_create_group");
    int error = comm_check_create("MPI_Comm_create_group", comm, group, newcomm);
    if (error != MPI_SUCCESS)
        return error;
    const struct p2p_comm *known = comm_of(comm);
    if (comm_is_inter(known))
        return comm_explain_inter("MPI_Comm_create_group", known);
    if (api_bad_tag(tag))
        return api_error(known, MPI_ERR_TAG, "MPI_Comm_create_group: invalid tag %d", tag);
    struct group *own = group_of(group);
    struct p2p_comm *created = NULL;
    bool made = own->rank == MPI_UNDEFINED || comm_create_within(known, own, tag, &created);
    return comm_give("MPI_Comm_create_group", known, made, created, newcomm);
}
API_WEAK(Comm_create_group)
