// MPI_Group_union, MPI_Group_intersection, MPI_Group_difference (MPI 5.0 §7.3.2).
#include "api/group.h"

static int group_check_operands(const char *function, MPI_Group group1, MPI_Group group2, const MPI_Group *newgroup)
{
    if (group_of(group1) == NULL || group_of(group2) == NULL)
        return group_explain(function, group_of(group1) == NULL ? group1 : group2);
    if (newgroup == NULL)
        return api_explain_pointer(function, NULL, "newgroup");
    return MPI_SUCCESS;
}

// Appends those ranks of `group` that are in `other`, or those that are not.
static void group_append(struct group *to, const struct group *group, const struct group *other, bool in)
{
    for (int rank = 0; rank < group->size; rank++) {
        if ((group_find(other, group->nodes[rank]) != MPI_UNDEFINED) == in)
            to->nodes[to->size++] = group->nodes[rank];
    }
}

// Makes an empty group with room for `size` ranks.
static struct group *group_with_room(int size)
{
    struct group *group = group_new(size);
    group->size = 0;
    return group;
}

static int group_finish(struct group *group, MPI_Group *handle)
{
    group_ready(group);
    *handle = group_handle(group);
    return MPI_SUCCESS;
}

int PMPI_Group_union(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup)
{
    api_enter("MPI_Group_union");
    int error = group_check_operands("MPI_Group_union", group1, group2, newgroup);
    if (error != MPI_SUCCESS)
        return error;
    const struct group *one = group_of(group1), *other = group_of(group2);
    struct group *group = group_with_room(one->size + other->size);
    group_append(group, one, one, true);
    group_append(group, other, one, false);
    return group_finish(group, newgroup);
}
API_WEAK(Group_union)

int PMPI_Group_intersection(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup)
{
    api_enter("MPI_Group_intersection");
    int error = group_check_operands("MPI_Group_intersection", group1, group2, newgroup);
    if (error != MPI_SUCCESS)
        return error;
    const struct group *one = group_of(group1);
    struct group *group = group_with_room(one->size);
    group_append(group, one, group_of(group2), true);
    return group_finish(group, newgroup);
}
API_WEAK(Group_intersection)

int PMPI_Group_difference(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup)
{
    api_enter("MPI_Group_difference");
    int error = group_check_operands("MPI_Group_difference", group1, group2, newgroup);
    if (error != MPI_SUCCESS)
        return error;
    const struct group *one = group_of(group1);
    struct group *group = group_with_room(one->size);
    group_append(group, one, group_of(group2), false);
    return group_finish(group, newgroup);
}
API_WEAK(Group_difference)
