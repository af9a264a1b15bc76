// Groups of groups: union, intersection, difference (MPI 5.0 §7.3.2).
#include "api/group.h"

static int api_check_operands(const char *function, MPI_Group group1, MPI_Group group2, const MPI_Group *newgroup)
{
    if (api_group(group1) == NULL || api_group(group2) == NULL)
        return api_explain_group(function, api_group(group1) == NULL ? group1 : group2);
    if (newgroup == NULL)
        return api_explain_pointer(function, NULL, "newgroup");
    return MPI_SUCCESS;
}

// Appends the ranks of `group` that are, or that are not, in `other`.
static void api_append(struct api_group *to, const struct api_group *group, const struct api_group *other, bool in)
{
    for (int rank = 0; rank < group->size; rank++) {
        if ((api_group_find(other, group->nodes[rank]) != MPI_UNDEFINED) == in)
            to->nodes[to->size++] = group->nodes[rank];
    }
}

// An empty group that has room for so many ranks.
static struct api_group *api_group_with_room(int size)
{
    struct api_group *group = api_group_new(size);
    group->size = 0;
    return group;
}

static int api_finish(struct api_group *group, MPI_Group *handle)
{
    api_group_ready(group);
    *handle = api_group_handle(group);
    return MPI_SUCCESS;
}

int PMPI_Group_union(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup)
{
    api_enter("MPI_Group_union");
    int error = api_check_operands("MPI_Group_union", group1, group2, newgroup);
    if (error != MPI_SUCCESS)
        return error;
    const struct api_group *one = api_group(group1), *other = api_group(group2);
    struct api_group *group = api_group_with_room(one->size + other->size);
    api_append(group, one, one, true);
    api_append(group, other, one, false);
    return api_finish(group, newgroup);
}
API_WEAK(Group_union)

int PMPI_Group_intersection(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup)
{
    api_enter("MPI_Group_intersection");
    int error = api_check_operands("MPI_Group_intersection", group1, group2, newgroup);
    if (error != MPI_SUCCESS)
        return error;
    const struct api_group *one = api_group(group1);
    struct api_group *group = api_group_with_room(one->size);
    api_append(group, one, api_group(group2), true);
    return api_finish(group, newgroup);
}
API_WEAK(Group_intersection)

int PMPI_Group_difference(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup)
{
    api_enter("MPI_Group_difference");
    int error = api_check_operands("MPI_Group_difference", group1, group2, newgroup);
    if (error != MPI_SUCCESS)
        return error;
    const struct api_group *one = api_group(group1);
    struct api_group *group = api_group_with_room(one->size);
    api_append(group, one, api_group(group2), false);
    return api_finish(group, newgroup);
}
API_WEAK(Group_difference)
