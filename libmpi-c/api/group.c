// Groups as objects.
#include "api/group.h"

#include <string.h>

static struct p2p_object_pool api_groups = {P2P_OBJECT_GROUP, sizeof(struct api_group), NULL};

static struct api_group api_empty = {.object = {.kind = P2P_OBJECT_GROUP, .references = 1}, .rank = MPI_UNDEFINED};

struct api_group *api_group(MPI_Group handle)
{
    if (handle == MPI_GROUP_EMPTY)
        return &api_empty;
    return p2p_object_of(handle, P2P_OBJECT_GROUP);
}

struct api_group *api_group_new(int size)
{
    struct api_group *group = p2p_object_new(&api_groups);
    group->size = size;
    group->nodes = p2p_allocate((size + 1) * sizeof *group->nodes, "MPI: no memory for another group");
    return group;
}

int api_group_find(const struct api_group *group, int node)
{
    for (int rank = 0; rank < group->size; rank++) {
        if (group->nodes[rank] == node)
            return rank;
    }
    return MPI_UNDEFINED;
}

int api_group_compare(const struct api_group *one, const struct api_group *other)
{
    if (one->size != other->size)
        return MPI_UNEQUAL;
    if (one->size == 0 || memcmp(one->nodes, other->nodes, one->size * sizeof *one->nodes) == 0)
        return MPI_IDENT;
    for (int rank = 0; rank < one->size; rank++) {
        if (api_group_find(other, one->nodes[rank]) == MPI_UNDEFINED)
            return MPI_UNEQUAL;
    }
    return MPI_SIMILAR;
}

void api_group_ready(struct api_group *group)
{
    group->rank = api_group_find(group, p2p_world.rank);
}

void api_group_release(struct api_group *group)
{
    if (group == &api_empty || !p2p_object_release(group))
        return;
    p2p_free(group->nodes);
    p2p_object_free(&api_groups, group);
}

MPI_Group api_group_handle(struct api_group *group)
{
    if (group->size != 0)
        return (MPI_Group)group;
    api_group_release(group);
    return MPI_GROUP_EMPTY;
}

int api_explain_group(const char *function, MPI_Group group)
{
    if (group == MPI_GROUP_NULL)
        return api_error(NULL, MPI_ERR_GROUP, "%s: the group is MPI_GROUP_NULL", function);
    return api_error(NULL, MPI_ERR_GROUP, "%s: invalid group %p (has it been freed?)", function, (void *)group);
}

int api_explain_group_rank(const char *function, const struct api_group *group, int rank)
{
    return api_error(NULL, MPI_ERR_RANK, "%s: invalid rank %d (the group has %d)", function, rank, group->size);
}
