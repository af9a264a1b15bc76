// Communicators as objects.
#include "api/communicator.h"

#include <string.h>

#include "api/agreement.h"
#include "api/context.h"
#include "api/errhandler.h"
#include "api/topology.h"

static struct comm_details *comm_idle;

struct comm_details *comm_details(const struct p2p_comm *comm)
{
    static struct comm_details world = {.references = 1, .info = MPI_INFO_NULL}, self = {.references = 1, .info = MPI_INFO_NULL};
    struct p2p_comm *own = (struct p2p_comm *)comm;
    if (own->details == NULL) {
        own->details = own == &p2p_world ? &world : &self;
        struct group *group = group_new(own->size);
        for (int rank = 0; rank < own->size; rank++)
            group->nodes[rank] = p2p_node(own, rank);
        group_ready(group);
        own->details->group = group;
    }
    return own->details;
}

MPI_Comm comm_handle(const struct p2p_comm *comm)
{
    return comm == &p2p_world ? MPI_COMM_WORLD : comm == &p2p_self ? MPI_COMM_SELF : (MPI_Comm)comm;
}
P2P_REPLACEABLE(MPI_Comm, comm_handle_from_group, (const struct p2p_comm *comm), comm_handle)

// Returns the group's table of nodes, or NULL if every rank is the node of the same number.
static const uint16_t *comm_nodes(const struct group *group)
{
    for (int rank = 0; rank < group->size; rank++) {
        if (group->nodes[rank] != rank)
            return group->nodes;
    }
    return NULL;
}

struct p2p_comm *comm_new_plain(struct group *group, struct group *remote, const int *contexts, const struct p2p_comm *parent)
{
    struct comm_details *comm = comm_idle;
    if (comm != NULL)
        comm_idle = (struct comm_details *)comm->p2p.details;
    else
        comm = p2p_allocate(sizeof *comm, "MPI: no memory for another communicator");
    memset(comm, 0, sizeof *comm);
    const struct group *others = remote != NULL ? remote : group;
    comm->references = 1;
    comm->group = group;
    comm->remote = remote;
    comm->info = MPI_INFO_NULL;
    comm->p2p = (struct p2p_comm){.rank = group->rank, .size = others->size, .nodes = comm_nodes(others),
                                  .errhandler = parent->errhandler, .name = comm->name, .magic = P2P_COMM_MAGIC,
                                  .details = comm};
    p2p_set_context(&comm->p2p, contexts[0]);
    if (remote != NULL) {
        p2p_object_retain(group);
        comm->local = comm_new(group, NULL, contexts + 1, parent);
    }
    errhandler_retain(parent->errhandler);
    return &comm->p2p;
}
P2P_REPLACEABLE(struct p2p_comm *, comm_new,
                (struct group *group, struct group *remote, const int *contexts, const struct p2p_comm *parent), comm_new_plain)

struct p2p_comm *comm_duplicate(const struct p2p_comm *parent)
{
    const struct comm_details *details = comm_details(parent);
    struct agreement agreement;
    int contexts[2];
    agreement_of_comm(&agreement, parent);
    if (!context_take(&agreement, contexts, comm_is_inter(parent) ? 2 : 1))
        return NULL;
    p2p_object_retain(details->group);
    if (details->remote != NULL)
        p2p_object_retain(details->remote);
    return comm_new(details->group, details->remote, contexts, parent);
}

bool comm_of_group(const struct p2p_comm *parent, struct group *group, struct p2p_comm **comm)
{
    struct agreement agreement;
    int context;
    agreement_of_comm(&agreement, parent);
    bool made = context_take(&agreement, &context, 1);
    *comm = NULL;
    if (made && group->rank != MPI_UNDEFINED) {
        *comm = comm_new(group, NULL, &context, parent);
        return true;
    }
    group_release(group);
    if (made)
        context_give_back(context);
    return made;
}

int comm_give(const char *function, const struct p2p_comm *parent, bool made, const struct p2p_comm *comm, MPI_Comm *handle)
{
    *handle = comm != NULL ? comm_handle(comm) : MPI_COMM_NULL;
    return made ? MPI_SUCCESS : comm_explain_contexts(function, parent);
}

int comm_explain_contexts(const char *function, const struct p2p_comm *parent)
{
    return api_error(parent, MPI_ERR_OTHER, "%s: too many communicators: no context is left", function);
}

int comm_explain_intra(const char *function, const struct p2p_comm *comm)
{
    return api_error(comm, MPI_ERR_COMM, "%s: the communicator %s is not an inter-communicator", function, comm->name);
}

int comm_explain_inter(const char *function, const struct p2p_comm *comm)
{
    return api_error(comm, MPI_ERR_COMM, "%s: the communicator %s is an inter-communicator", function, comm->name);
}

void comm_retain(const struct p2p_comm *comm)
{
    comm_details(comm)->references++;
}

void comm_release(const struct p2p_comm *comm)
{
    struct comm_details *details = comm_details(comm);
    if (--details->references != 0 || comm == &p2p_world || comm == &p2p_self)
        return;
    context_give_back(comm_context(comm));
    errhandler_release(comm->errhandler);
    group_release(details->group);
    if (details->remote != NULL)
        group_release(details->remote);
    if (details->local != NULL)
        comm_release(details->local);
    topology_release(details->topology);
    if (details->info != MPI_INFO_NULL)
        PMPI_Info_free(&details->info);
    details->p2p.magic = 0;
    details->p2p.details = comm_idle;
    comm_idle = details;
}
