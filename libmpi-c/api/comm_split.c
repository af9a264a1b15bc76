// MPI_Comm_split and MPI_Comm_split_type (MPI 5.0 §7.4.2).
#include <string.h>

#include "api/agreement.h"
#include "api/context.h"
#include "api/split.h"
#include "coll/coll.h"

struct comm_vote {
    int color, key;
};

static struct comm_vote *comm_votes(int count)
{
    return p2p_allocate(count * sizeof(struct comm_vote), "MPI_Comm_split: no memory for the colours of all ranks");
}

// Makes the group of those ranks of `from` that have chosen `color`, ordered by key and then by rank. Empty for MPI_UNDEFINED.
static struct group *comm_color_group(const struct group *from, const struct comm_vote *votes, int color)
{
    int size = 0;
    for (int rank = 0; rank < from->size; rank++)
        size += votes[rank].color == color;
    if (color == MPI_UNDEFINED)
        size = 0;
    struct group *group = group_new(size);
    int *keys = p2p_allocate((size + 1) * sizeof *keys, "MPI_Comm_split: no memory for the keys of all ranks");
    for (int rank = 0, count = 0; count < size; rank++) {
        if (votes[rank].color != color)
            continue;
        int at = count++;
        for (; at > 0 && keys[at - 1] > votes[rank].key; at--) {
            keys[at] = keys[at - 1];
            group->nodes[at] = group->nodes[at - 1];
        }
        keys[at] = votes[rank].key;
        group->nodes[at] = from->nodes[rank];
    }
    p2p_free(keys);
    group_ready(group);
    return group;
}

// The groups of different colours are disjoint, so all their communicators may have the same contexts.
bool comm_split(const struct p2p_comm *comm, int color, int key, struct p2p_comm **created)
{
    struct comm_vote own = {color, key}, *votes = comm_votes(comm->size);
    coll_allgather(comm, &own, sizeof own, votes, sizeof own);
    struct group *group = comm_color_group(comm_details(comm)->group, votes, color);
    p2p_free(votes);
    return comm_of_group(comm, group, created);
}

// Makes an inter-communicator of `group` and `remote`, whose references it takes over; NULL if one of them is empty. Returns
// false if no contexts are left.
static bool comm_pair(const struct p2p_comm *comm, struct group *group, struct group *remote, struct p2p_comm **created)
{
    struct agreement agreement;
    int contexts[2];
    agreement_of_comm(&agreement, comm);
    bool made = context_take(&agreement, contexts, 2);
    *created = NULL;
    if (made && group->size != 0 && remote->size != 0) {
        *created = comm_new(group, remote, contexts, comm);
        return true;
    }
    for (int i = 0; made && i < 2; i++)
        context_give_back(contexts[i]);
    group_release(group);
    group_release(remote);
    return made;
}

bool comm_split_inter(const struct p2p_comm *comm, int color, int key, struct p2p_comm **created)
{
    const struct comm_details *details = comm->details;
    size_t here = details->group->size * sizeof(struct comm_vote), there = comm->size * sizeof(struct comm_vote);
    struct comm_vote own = {color, key}, *votes = comm_votes(details->group->size), *others = comm_votes(comm->size);
    struct agreement agreement;
    coll_allgather(details->local, &own, sizeof own, votes, sizeof own);
    agreement_of_comm(&agreement, comm);
    agreement_swap(&agreement, votes, here, others, there);
    struct group *group = comm_color_group(details->group, votes, color);
    struct group *remote = comm_color_group(details->remote, others, color);
    p2p_free(votes);
    p2p_free(others);
    return comm_pair(comm, group, remote, created);
}

static int comm_check_split(const char *function, MPI_Comm comm, const MPI_Comm *newcomm)
{
    const struct p2p_comm *known = comm_of(comm);
    if (known == NULL)
        return api_explain_comm(function, comm);
    return newcomm == NULL ? api_explain_pointer(function, known, "newcomm") : MPI_SUCCESS;
}

int PMPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm)
{
    api_enter("MPI_Comm_split");
    int error = comm_check_split("MPI_Comm_split", comm, newcomm);
    if (error != MPI_SUCCESS)
        return error;
    const struct p2p_comm *known = comm_of(comm);
    if (color < 0 && color != MPI_UNDEFINED)
        return api_error(known, MPI_ERR_ARG, "MPI_Comm_split: negative color %d", color);
    struct p2p_comm *created;
    bool made = (comm_is_inter(known) ? comm_split_inter : comm_split)(known, color, key, &created);
    return comm_give("MPI_Comm_split", known, made, created, newcomm);
}
API_WEAK(Comm_split)

// Nodes share no memory and are not divided further, so each rank of MPI_COMM_TYPE_SHARED is alone.
int PMPI_Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm *newcomm)
{
    (void)info;
    api_enter("MPI_Comm_split_type");
    int error = comm_check_split("MPI_Comm_split_type", comm, newcomm);
    if (error != MPI_SUCCESS)
        return error;
    const struct p2p_comm *known = comm_of(comm);
    int color = MPI_UNDEFINED;
    if (comm_is_inter(known))
        return comm_explain_inter("MPI_Comm_split_type", known);
    if (split_type == MPI_COMM_TYPE_SHARED)
        color = known->rank;
    else if (split_type != MPI_UNDEFINED && (split_type < MPI_COMM_TYPE_HW_UNGUIDED || split_type > MPI_COMM_TYPE_RESOURCE_GUIDED))
        return api_error(known, MPI_ERR_ARG, "MPI_Comm_split_type: invalid split type %d", split_type);
    struct p2p_comm *created;
    bool made = comm_split(known, color, key, &created);
    return comm_give("MPI_Comm_split_type", known, made, created, newcomm);
}
API_WEAK(Comm_split_type)
