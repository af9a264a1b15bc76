// Groups as objects.
#include "api/group.h"

#include <string.h>

static struct p2p_object_pool group_pool = {P2P_OBJECT_GROUP, sizeof(struct group), NULL};

static struct group group_empty = {.object = {.kind = P2P_OBJECT_GROUP, .references = 1}, .rank = MPI_UNDEFINED};

struct group *group_of_plain(MPI_Group handle)
{
    if (handle == MPI_GROUP_EMPTY)
        return &group_empty;
    return p2p_object_of(handle, P2P_OBJECT_GROUP);
}
P2P_REPLACEABLE(struct group *, group_of, (MPI_Group handle), group_of_plain)

struct group *group_new(int size)
{
    struct group *group = p2p_object_new(&group_pool);
    group->size = size;
    group->nodes = p2p_allocate((size + 1) * sizeof *group->nodes, "MPI: no memory for another group");
    return group;
}

int group_find(const struct group *group, int node)
{
    for (int rank = 0; rank < group->size; rank++) {
        if (group->nodes[rank] == node)
            return rank;
    }
    return MPI_UNDEFINED;
}

int group_compare(const struct group *one, const struct group *other)
{
    if (one->size != other->size)
        return MPI_UNEQUAL;
    if (one->size == 0 || memcmp(one->nodes, other->nodes, one->size * sizeof *one->nodes) == 0)
        return MPI_IDENT;
    for (int rank = 0; rank < one->size; rank++) {
        if (group_find(other, one->nodes[rank]) == MPI_UNDEFINED)
            return MPI_UNEQUAL;
    }
    return MPI_SIMILAR;
}

void group_ready_plain(struct group *group)
{
    group->rank = group_find(group, p2p_world.rank);
}
P2P_REPLACEABLE(void, group_ready, (struct group *group), group_ready_plain)

void group_release(struct group *group)
{
    if (group == &group_empty || !p2p_object_release(group))
        return;
    p2p_free(group->nodes);
    p2p_object_free(&group_pool, group);
}

MPI_Group group_handle_plain(struct group *group)
{
    if (group->size != 0)
        return (MPI_Group)group;
    group_release(group);
    return MPI_GROUP_EMPTY;
}
P2P_REPLACEABLE(MPI_Group, group_handle, (struct group *group), group_handle_plain)
P2P_REPLACEABLE(MPI_Group, group_handle_from_session, (struct group *group), group_handle_plain)

int group_explain(const char *function, MPI_Group group)
{
    if (group == MPI_GROUP_NULL)
        return api_error(NULL, MPI_ERR_GROUP, "%s: the group is MPI_GROUP_NULL", function);
    return api_error(NULL, MPI_ERR_GROUP, "%s: invalid group %p (has it been freed?)", function, (void *)group);
}

int group_explain_rank(const char *function, const struct group *group, int rank)
{
    return api_error(NULL, MPI_ERR_RANK, "%s: invalid rank %d (the group has %d)", function, rank, group->size);
}
