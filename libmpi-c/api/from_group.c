// MPI_Comm_create_from_group and MPI_Intercomm_create_from_groups: communicators of groups, without a parent communicator (MPI
// 5.0 §7.4.2, §7.6.2).
#include <string.h>

#include "api/agreement.h"
#include "api/context.h"
#include "api/errhandler.h"
#include "api/info.h"

// Returns the tag of a call: a hash of its string, which tells apart calls under way at the same time.
static int comm_string_tag(const char *string)
{
    uint32_t hash = 2166136261u;  // FNV-1a
    for (; *string != '\0'; string++)
        hash = (hash ^ (unsigned char)*string) * 16777619u;
    return hash & INT32_MAX;
}

// The arguments that both functions share.
struct comm_from_group {
    const char *function;
    MPI_Group group;
    const char *stringtag;
    MPI_Info info;
    MPI_Errhandler errhandler;
    const MPI_Comm *newcomm;
};

// Reports an error to the handler that the new communicator would get.
static int comm_from_group_error(const struct comm_from_group *call, int class, const char *what)
{
    return api_error_of(call->errhandler, MPI_COMM_NULL, class, "%s: %s", call->function, what);
}

static int comm_check_from_group(const struct comm_from_group *call)
{
    api_enter(call->function);
    if (!errhandler_is_for(ERRHANDLER_OF_COMM, call->errhandler))
        return api_error(NULL, MPI_ERR_ERRHANDLER, "%s: invalid error handler %p, or one for other objects", call->function,
                         (void *)call->errhandler);
    if (group_of(call->group) == NULL)
        return comm_from_group_error(call, MPI_ERR_GROUP, "invalid group");
    if (call->stringtag == NULL || strlen(call->stringtag) >= MPI_MAX_STRINGTAG_LEN)
        return comm_from_group_error(call, MPI_ERR_ARG, "the argument `stringtag` is a null pointer or too long");
    if (!info_is_hints(call->info))
        return comm_from_group_error(call, MPI_ERR_INFO, "invalid info object");
    if (call->newcomm == NULL)
        return comm_from_group_error(call, MPI_ERR_ARG, "the argument `newcomm` is a null pointer");
    return MPI_SUCCESS;
}

// Returns NULL if no contexts are left.
static struct p2p_comm *comm_of_nodes(struct group *group, int tag)
{
    int *ranks = p2p_allocate(group->size * sizeof *ranks, "MPI_Comm_create_from_group: no memory for the ranks of the group");
    for (int rank = 0; rank < group->size; rank++)
        ranks[rank] = group->nodes[rank];
    struct agreement agreement;
    agreement_of_group(&agreement, &p2p_nodes, group, ranks, tag);
    int context;
    bool made = context_take(&agreement, &context, 1);
    p2p_free(ranks);
    if (!made)
        return NULL;
    p2p_object_retain(group);
    return comm_new(group, NULL, &context, &p2p_world);
}

static MPI_Comm comm_give_from_group(const struct comm_from_group *call, struct p2p_comm *comm)
{
    errhandler_retain(call->errhandler);
    errhandler_release(comm->errhandler);
    comm->errhandler = call->errhandler;
    if (call->info != MPI_INFO_NULL)
        comm->details->info = info_copy(call->info);
    return comm_handle_from_group(comm);
}

int PMPI_Comm_create_from_group(MPI_Group group, const char *stringtag, MPI_Info info, MPI_Errhandler errhandler,
                                MPI_Comm *newcomm)
{
    struct comm_from_group call = {"MPI_Comm_create_from_group", group, stringtag, info, errhandler, newcomm};
    int error = comm_check_from_group(&call);
    if (error != MPI_SUCCESS)
        return error;
    struct group *own = group_of(group);
    *newcomm = MPI_COMM_NULL;
    if (own->size == 0)
        return MPI_SUCCESS;
    if (own->rank == MPI_UNDEFINED)
        return comm_from_group_error(&call, MPI_ERR_GROUP, "this process is not in the group");
    struct p2p_comm *comm = comm_of_nodes(own, comm_string_tag(stringtag));
    if (comm == NULL)
        return comm_from_group_error(&call, MPI_ERR_OTHER, "too many communicators: no context is left");
    *newcomm = comm_give_from_group(&call, comm);
    return MPI_SUCCESS;
}
API_WEAK(Comm_create_from_group)

static int comm_check_two_groups(const struct comm_from_group *call, MPI_Group remote_group, int local_leader, int remote_leader)
{
    int error = comm_check_from_group(call);
    if (error != MPI_SUCCESS)
        return error;
    const struct group *local = group_of(call->group), *remote = group_of(remote_group);
    if (remote == NULL)
        return comm_from_group_error(call, MPI_ERR_GROUP, "invalid remote group");
    if (local->size != 0 && local->rank == MPI_UNDEFINED)
        return comm_from_group_error(call, MPI_ERR_GROUP, "this process is not in the local group");
    for (int rank = 0; rank < remote->size; rank++) {
        if (group_find(local, remote->nodes[rank]) != MPI_UNDEFINED)
            return comm_from_group_error(call, MPI_ERR_GROUP, "a process is in both groups");
    }
    if (local->size != 0 && remote->size != 0 &&
        ((unsigned)local_leader >= (unsigned)local->size || (unsigned)remote_leader >= (unsigned)remote->size))
        return comm_from_group_error(call, MPI_ERR_RANK, "a leader is not in its group");
    return MPI_SUCCESS;
}

// Each group first agrees among its own ranks. The leaders then exchange messages in p2p_nodes, where ranks are nodes.
static struct p2p_comm *comm_between_nodes(struct group *own, int leader, struct group *remote, int remote_leader, int tag)
{
    struct p2p_comm *local = comm_of_nodes(own, tag);
    if (local == NULL)
        return NULL;
    struct agreement agreement;
    int contexts[2];
    agreement_of_leaders(&agreement, local, leader, &p2p_nodes, remote->nodes[remote_leader], tag);
    bool made = context_take(&agreement, contexts, 2);
    comm_release(local);
    if (!made)
        return NULL;
    p2p_object_retain(own);
    p2p_object_retain(remote);
    return comm_new(own, remote, contexts, &p2p_world);
}

int PMPI_Intercomm_create_from_groups(MPI_Group local_group, int local_leader, MPI_Group remote_group, int remote_leader,
                                      const char *stringtag, MPI_Info info, MPI_Errhandler errhandler, MPI_Comm *newintercomm)
{
    struct comm_from_group call = {"MPI_Intercomm_create_from_groups", local_group, stringtag, info, errhandler, newintercomm};
    int error = comm_check_two_groups(&call, remote_group, local_leader, remote_leader);
    if (error != MPI_SUCCESS)
        return error;
    struct group *own = group_of(local_group), *remote = group_of(remote_group);
    *newintercomm = MPI_COMM_NULL;
    if (own->size == 0 || remote->size == 0)
        return MPI_SUCCESS;
    struct p2p_comm *comm = comm_between_nodes(own, local_leader, remote, remote_leader, comm_string_tag(stringtag));
    if (comm == NULL)
        return comm_from_group_error(&call, MPI_ERR_OTHER, "too many communicators: no context is left");
    *newintercomm = comm_give_from_group(&call, comm);
    return MPI_SUCCESS;
}
API_WEAK(Intercomm_create_from_groups)
