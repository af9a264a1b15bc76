// Communicators of groups without a communicator that they come from (MPI 5.0 §7.4.2, §7.6.2).
#include <string.h>

#include "api/agreement.h"
#include "api/context.h"
#include "api/errhandler.h"
#include "api/info.h"

// Calls at the same time are told apart by their strings; so much of them goes into a tag.
static int api_string_tag(const char *string)
{
    uint32_t hash = 2166136261u;  // FNV-1a
    for (; *string != '\0'; string++)
        hash = (hash ^ (unsigned char)*string) * 16777619u;
    return hash & INT32_MAX;
}

// What both functions have of their new communicator's arguments.
struct api_from_group {
    const char *function;
    MPI_Group group;
    const char *stringtag;
    MPI_Info info;
    MPI_Errhandler errhandler;
    const MPI_Comm *newcomm;
};

// Errors go to the handler that the new communicator gets.
static int api_from_group_error(const struct api_from_group *call, int class, const char *what)
{
    return api_error_of(call->errhandler, MPI_COMM_NULL, class, "%s: %s", call->function, what);
}

static int api_check_from_group(const struct api_from_group *call)
{
    api_enter(call->function);
    if (!api_errhandler_is_for(API_HANDLED_COMM, call->errhandler))
        return api_error(NULL, MPI_ERR_ERRHANDLER, "%s: invalid error handler %p, or one for other objects", call->function,
                         (void *)call->errhandler);
    if (api_group(call->group) == NULL)
        return api_from_group_error(call, MPI_ERR_GROUP, "invalid group");
    if (call->stringtag == NULL || strlen(call->stringtag) >= MPI_MAX_STRINGTAG_LEN)
        return api_from_group_error(call, MPI_ERR_ARG, "the argument `stringtag` is a null pointer or too long");
    if (!api_is_hints(call->info))
        return api_from_group_error(call, MPI_ERR_INFO, "invalid info object");
    if (call->newcomm == NULL)
        return api_from_group_error(call, MPI_ERR_ARG, "the argument `newcomm` is a null pointer");
    return MPI_SUCCESS;
}

// NULL when no context is left.
static struct p2p_comm *api_of_nodes(struct api_group *group, int tag)
{
    int *ranks = p2p_allocate(group->size * sizeof *ranks, "MPI_Comm_create_from_group: no memory for the ranks of the group");
    for (int rank = 0; rank < group->size; rank++)
        ranks[rank] = group->nodes[rank];
    struct api_agreement agreement;
    api_agreement_of_group(&agreement, &p2p_world, group, ranks, tag);
    int context;
    bool made = api_contexts_take(&agreement, &context, 1);
    p2p_free(ranks);
    if (!made)
        return NULL;
    p2p_object_retain(group);
    return api_comm_new(group, NULL, &context, &p2p_world);
}

static MPI_Comm api_give_from_group(const struct api_from_group *call, struct p2p_comm *comm)
{
    api_errhandler_retain(call->errhandler);
    api_errhandler_release(comm->errhandler);
    comm->errhandler = call->errhandler;
    if (call->info != MPI_INFO_NULL)
        comm->details->info = api_info_copy(call->info);
    return api_comm_handle(comm);
}

int PMPI_Comm_create_from_group(MPI_Group group, const char *stringtag, MPI_Info info, MPI_Errhandler errhandler,
                                MPI_Comm *newcomm)
{
    struct api_from_group call = {"MPI_Comm_create_from_group", group, stringtag, info, errhandler, newcomm};
    int error = api_check_from_group(&call);
    if (error != MPI_SUCCESS)
        return error;
    struct api_group *own = api_group(group);
    *newcomm = MPI_COMM_NULL;
    if (own->size == 0)
        return MPI_SUCCESS;
    if (own->rank == MPI_UNDEFINED)
        return api_from_group_error(&call, MPI_ERR_GROUP, "this process is not in the group");
    struct p2p_comm *comm = api_of_nodes(own, api_string_tag(stringtag));
    if (comm == NULL)
        return api_from_group_error(&call, MPI_ERR_OTHER, "too many communicators: no context is left");
    *newcomm = api_give_from_group(&call, comm);
    return MPI_SUCCESS;
}
API_WEAK(Comm_create_from_group)

static int api_check_two_groups(const struct api_from_group *call, MPI_Group remote_group, int local_leader, int remote_leader)
{
    int error = api_check_from_group(call);
    if (error != MPI_SUCCESS)
        return error;
    const struct api_group *local = api_group(call->group), *remote = api_group(remote_group);
    if (remote == NULL)
        return api_from_group_error(call, MPI_ERR_GROUP, "invalid remote group");
    if (local->size != 0 && local->rank == MPI_UNDEFINED)
        return api_from_group_error(call, MPI_ERR_GROUP, "this process is not in the local group");
    for (int rank = 0; rank < remote->size; rank++) {
        if (api_group_find(local, remote->nodes[rank]) != MPI_UNDEFINED)
            return api_from_group_error(call, MPI_ERR_GROUP, "a process is in both groups");
    }
    if (local->size != 0 && remote->size != 0 &&
        ((unsigned)local_leader >= (unsigned)local->size || (unsigned)remote_leader >= (unsigned)remote->size))
        return api_from_group_error(call, MPI_ERR_RANK, "a leader is not in its group");
    return MPI_SUCCESS;
}

// Each group agrees first by itself. The leaders meet in MPI_COMM_WORLD, where ranks are nodes.
static struct p2p_comm *api_between_nodes(struct api_group *own, int leader, struct api_group *remote, int remote_leader, int tag)
{
    struct p2p_comm *local = api_of_nodes(own, tag);
    if (local == NULL)
        return NULL;
    struct api_agreement agreement;
    int contexts[2];
    api_agreement_of_leaders(&agreement, local, leader, &p2p_world, remote->nodes[remote_leader], tag);
    bool made = api_contexts_take(&agreement, contexts, 2);
    api_comm_release(local);
    if (!made)
        return NULL;
    p2p_object_retain(own);
    p2p_object_retain(remote);
    return api_comm_new(own, remote, contexts, &p2p_world);
}

int PMPI_Intercomm_create_from_groups(MPI_Group local_group, int local_leader, MPI_Group remote_group, int remote_leader,
                                      const char *stringtag, MPI_Info info, MPI_Errhandler errhandler, MPI_Comm *newintercomm)
{
    struct api_from_group call = {"MPI_Intercomm_create_from_groups", local_group, stringtag, info, errhandler, newintercomm};
    int error = api_check_two_groups(&call, remote_group, local_leader, remote_leader);
    if (error != MPI_SUCCESS)
        return error;
    struct api_group *own = api_group(local_group), *remote = api_group(remote_group);
    *newintercomm = MPI_COMM_NULL;
    if (own->size == 0 || remote->size == 0)
        return MPI_SUCCESS;
    struct p2p_comm *comm = api_between_nodes(own, local_leader, remote, remote_leader, api_string_tag(stringtag));
    if (comm == NULL)
        return api_from_group_error(&call, MPI_ERR_OTHER, "too many communicators: no context is left");
    *newintercomm = api_give_from_group(&call, comm);
    return MPI_SUCCESS;
}
API_WEAK(Intercomm_create_from_groups)
