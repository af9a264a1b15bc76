// Groups as objects.
#include "api/group.h"

#include <stdlib.h>

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

void api_group_ready(struct api_group *group)
{
    group->rank = MPI_UNDEFINED;
    for (int rank = 0; rank < group->size; rank++) {
        if (group->nodes[rank] == p2p_world.rank)
            group->rank = rank;
    }
}

void api_group_release(struct api_group *group)
{
    if (group == &api_empty || !p2p_object_release(group))
        return;
    free(group->nodes);
    p2p_object_free(&api_groups, group);
}

MPI_Group api_group_handle(struct api_group *group)
{
    if (group->size != 0)
        return (MPI_Group)group;
    api_group_release(group);
    return MPI_GROUP_EMPTY;
}
