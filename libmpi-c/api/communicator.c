// Communicators as objects.
#include "api/communicator.h"

#include <string.h>

#include "api/agreement.h"
#include "api/context.h"
#include "api/errhandler.h"
#include "api/topology.h"

static struct api_comm *api_comms_idle;

struct api_comm *api_comm_details(const struct p2p_comm *comm)
{
    static struct api_comm world = {.references = 1, .info = MPI_INFO_NULL}, self = {.references = 1, .info = MPI_INFO_NULL};
    struct p2p_comm *own = (struct p2p_comm *)comm;
    if (own->details == NULL) {
        own->details = own == &p2p_world ? &world : &self;
        struct api_group *group = api_group_new(own->size);
        for (int rank = 0; rank < own->size; rank++)
            group->nodes[rank] = p2p_node(own, rank);
        api_group_ready(group);
        own->details->group = group;
    }
    return own->details;
}

MPI_Comm api_comm_handle(const struct p2p_comm *comm)
{
    return comm == &p2p_world ? MPI_COMM_WORLD : comm == &p2p_self ? MPI_COMM_SELF : (MPI_Comm)comm;
}

// Ranks that are the nodes need no table.
static const uint16_t *api_nodes(const struct api_group *group)
{
    for (int rank = 0; rank < group->size; rank++) {
        if (group->nodes[rank] != rank)
            return group->nodes;
    }
    return NULL;
}

struct p2p_comm *api_comm_new(struct api_group *group, struct api_group *remote, const int *contexts, const struct p2p_comm *parent)
{
    struct api_comm *comm = api_comms_idle;
    if (comm != NULL)
        api_comms_idle = (struct api_comm *)comm->p2p.details;
    else
        comm = p2p_allocate(sizeof *comm, "MPI: no memory for another communicator");
    memset(comm, 0, sizeof *comm);
    const struct api_group *others = remote != NULL ? remote : group;
    comm->references = 1;
    comm->group = group;
    comm->remote = remote;
    comm->info = MPI_INFO_NULL;
    comm->p2p = (struct p2p_comm){.rank = group->rank, .size = others->size, .nodes = api_nodes(others),
                                  .errhandler = parent->errhandler, .name = comm->name, .magic = P2P_COMM_MAGIC,
                                  .details = comm};
    p2p_set_context(&comm->p2p, contexts[0]);
    if (remote != NULL) {
        p2p_object_retain(group);
        comm->local = api_comm_new(group, NULL, contexts + 1, parent);
    }
    api_errhandler_retain(parent->errhandler);
    return &comm->p2p;
}

struct p2p_comm *api_comm_duplicate(const struct p2p_comm *parent)
{
    const struct api_comm *details = api_comm_details(parent);
    struct api_agreement agreement;
    int contexts[2];
    api_agreement_of_comm(&agreement, parent);
    if (!api_contexts_take(&agreement, contexts, api_is_inter(parent) ? 2 : 1))
        return NULL;
    p2p_object_retain(details->group);
    if (details->remote != NULL)
        p2p_object_retain(details->remote);
    return api_comm_new(details->group, details->remote, contexts, parent);
}

bool api_comm_of_group(const struct p2p_comm *parent, struct api_group *group, struct p2p_comm **comm)
{
    struct api_agreement agreement;
    int context;
    api_agreement_of_comm(&agreement, parent);
    bool made = api_contexts_take(&agreement, &context, 1);
    *comm = NULL;
    if (made && group->rank != MPI_UNDEFINED) {
        *comm = api_comm_new(group, NULL, &context, parent);
        return true;
    }
    api_group_release(group);
    if (made)
        api_context_give_back(context);
    return made;
}

int api_comm_give(const char *function, const struct p2p_comm *parent, bool made, const struct p2p_comm *comm, MPI_Comm *handle)
{
    *handle = comm != NULL ? api_comm_handle(comm) : MPI_COMM_NULL;
    return made ? MPI_SUCCESS : api_explain_contexts(function, parent);
}

int api_explain_contexts(const char *function, const struct p2p_comm *parent)
{
    return api_error(parent, MPI_ERR_OTHER, "%s: too many communicators: no context is left", function);
}

int api_explain_intra(const char *function, const struct p2p_comm *comm)
{
    return api_error(comm, MPI_ERR_COMM, "%s: the communicator %s is not an inter-communicator", function, comm->name);
}

int api_explain_inter(const char *function, const struct p2p_comm *comm)
{
    return api_error(comm, MPI_ERR_COMM, "%s: the communicator %s is an inter-communicator", function, comm->name);
}

void api_comm_retain(const struct p2p_comm *comm)
{
    api_comm_details(comm)->references++;
}

void api_comm_release(const struct p2p_comm *comm)
{
    struct api_comm *details = api_comm_details(comm);
    if (--details->references != 0 || comm == &p2p_world || comm == &p2p_self)
        return;
    api_context_give_back(api_comm_context(comm));
    api_errhandler_release(comm->errhandler);
    api_group_release(details->group);
    if (details->remote != NULL)
        api_group_release(details->remote);
    if (details->local != NULL)
        api_comm_release(details->local);
    api_topology_release(details->topology);
    if (details->info != MPI_INFO_NULL)
        PMPI_Info_free(&details->info);
    details->p2p.magic = 0;
    details->p2p.details = api_comms_idle;
    api_comms_idle = details;
}
