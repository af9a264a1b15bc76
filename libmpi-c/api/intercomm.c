// MPI_Intercomm_create and MPI_Intercomm_merge (MPI 5.0 §7.6.2).
#include <string.h>

#include "api/agreement.h"
#include "api/context.h"

struct comm_bridge {
    const struct p2p_comm *local, *peer;  // `peer` is NULL except at the leader
    int leader, remote, tag;
};

static int comm_check_intercomm(const char *function, MPI_Comm local_handle, MPI_Comm peer_handle, const MPI_Comm *newintercomm,
                                struct comm_bridge *bridge)
{
    const struct p2p_comm *local = bridge->local = comm_of(local_handle);
    if (local == NULL)
        return api_explain_comm(function, local_handle);
    if (comm_is_inter(local))
        return comm_explain_inter(function, local);
    if (newintercomm == NULL)
        return api_explain_pointer(function, local, "newintercomm");
    if ((unsigned)bridge->leader >= (unsigned)local->size)
        return api_error(local, MPI_ERR_RANK, "%s: invalid local leader %d (communicator %s has %d)", function, bridge->leader,
                         local->name, local->size);
    bridge->peer = NULL;
    if (local->rank != bridge->leader)
        return MPI_SUCCESS;
    const struct p2p_comm *peer = bridge->peer = comm_of(peer_handle);
    if (peer == NULL)
        return api_explain_comm(function, peer_handle);
    if (api_bad_tag(bridge->tag))
        return api_error(local, MPI_ERR_TAG, "%s: invalid tag %d", function, bridge->tag);
    if ((unsigned)bridge->remote >= (unsigned)peer->size || (!comm_is_inter(peer) && bridge->remote == peer->rank))
        return api_error(local, MPI_ERR_RANK, "%s: invalid remote leader %d (this is rank %d of %d in %s)", function,
                         bridge->remote, peer->rank, peer->size, peer->name);
    return MPI_SUCCESS;
}

// Returns the group of the other side. Both sides call it.
static struct group *comm_remote_group(const struct agreement *agreement, const struct group *own)
{
    int size;
    agreement_swap(agreement, &own->size, sizeof own->size, &size, sizeof size);
    struct group *remote = group_new(size);
    agreement_swap(agreement, own->nodes, own->size * sizeof *own->nodes, remote->nodes, size * sizeof *remote->nodes);
    group_ready(remote);
    return remote;
}

static bool comm_is_disjoint(const struct group *one, const struct group *other)
{
    for (int rank = 0; rank < one->size; rank++) {
        if (group_find(other, one->nodes[rank]) != MPI_UNDEFINED)
            return false;
    }
    return true;
}

int PMPI_Intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm, int remote_leader, int tag,
                          MPI_Comm *newintercomm)
{
    static const char function[] = "MPI_Intercomm_create";
    api_enter(function);
    struct comm_bridge bridge = {.leader = local_leader, .remote = remote_leader, .tag = tag};
    int error = comm_check_intercomm(function, local_comm, peer_comm, newintercomm, &bridge);
    if (error != MPI_SUCCESS)
        return error;
    struct agreement agreement;
    struct group *group = comm_details(bridge.local)->group;
    agreement_of_leaders(&agreement, bridge.local, local_leader, bridge.peer, remote_leader, tag);
    struct group *remote = comm_remote_group(&agreement, group);
    if (!comm_is_disjoint(group, remote)) {
        group_release(remote);
        return api_error(bridge.local, MPI_ERR_COMM, "%s: the groups have ranks in common", function);
    }
    int contexts[2];
    struct p2p_comm *created = NULL;
    if (context_take(&agreement, contexts, 2)) {
        p2p_object_retain(group);
        created = comm_new(group, remote, contexts, bridge.local);
    } else {
        group_release(remote);
    }
    return comm_give(function, bridge.local, created != NULL, created, newintercomm);
}
API_WEAK(Intercomm_create)

// Makes the group of both groups. The group whose ranks gave `high` comes last. If both gave the same value, the group with
// the greater first node comes last.
static struct group *comm_merged(const struct group *own, const struct group *remote, int high, int remote_high)
{
    bool second = (high != 0) == (remote_high != 0) ? own->nodes[0] > remote->nodes[0] : high != 0;
    const struct group *first = second ? remote : own, *last = second ? own : remote;
    struct group *group = group_new(first->size + last->size);
    memcpy(group->nodes, first->nodes, first->size * sizeof *group->nodes);
    memcpy(group->nodes + first->size, last->nodes, last->size * sizeof *group->nodes);
    group_ready(group);
    return group;
}

int PMPI_Intercomm_merge(MPI_Comm intercomm, int high, MPI_Comm *newintracomm)
{
    static const char function[] = "MPI_Intercomm_merge";
    api_enter(function);
    const struct p2p_comm *comm = comm_of(intercomm);
    if (comm == NULL)
        return api_explain_comm(function, intercomm);
    if (!comm_is_inter(comm))
        return comm_explain_intra(function, comm);
    if (newintracomm == NULL)
        return api_explain_pointer(function, comm, "newintracomm");
    struct agreement agreement;
    int remote_high, context;
    struct p2p_comm *created = NULL;
    agreement_of_comm(&agreement, comm);
    agreement_swap(&agreement, &high, sizeof high, &remote_high, sizeof remote_high);
    if (context_take(&agreement, &context, 1))
        created = comm_new(comm_merged(comm->details->group, comm->details->remote, high, remote_high), NULL, &context, comm);
    return comm_give(function, comm, created != NULL, created, newintracomm);
}
API_WEAK(Intercomm_merge)
