// Inquiries about groups: size, rank, comparison, translation of ranks (MPI 5.0 §7.3.1); and MPI_Group_free.
#include "api/group.h"

int PMPI_Group_size(MPI_Group group, int *size)
{
    api_enter("MPI_Group_size");
    const struct group *known = group_of(group);
    if (known == NULL)
        return group_explain("MPI_Group_size", group);
    if (size == NULL)
        return api_explain_pointer("MPI_Group_size", NULL, "size");
    *size = known->size;
    return MPI_SUCCESS;
}
API_WEAK(Group_size)

int PMPI_Group_rank(MPI_Group group, int *rank)
{
    api_enter("MPI_Group_rank");
    const struct group *known = group_of(group);
    if (known == NULL)
        return group_explain("MPI_Group_rank", group);
    if (rank == NULL)
        return api_explain_pointer("MPI_Group_rank", NULL, "rank");
    *rank = known->rank;
    return MPI_SUCCESS;
}
API_WEAK(Group_rank)

int PMPI_Group_translate_ranks(MPI_Group group1, int n, const int ranks1[], MPI_Group group2, int ranks2[])
{
    static const char function[] = "MPI_Group_translate_ranks";
    api_enter(function);
    const struct group *from = group_of(group1), *to = group_of(group2);
    if (from == NULL || to == NULL)
        return group_explain(function, from == NULL ? group1 : group2);
    if (n < 0)
        return api_error(NULL, MPI_ERR_ARG, "%s: negative number %d of ranks", function, n);
    if (n > 0 && (ranks1 == NULL || ranks2 == NULL))
        return api_explain_pointer(function, NULL, ranks1 == NULL ? "ranks1" : "ranks2");
    for (int i = 0; i < n; i++) {
        if (ranks1[i] != MPI_PROC_NULL && !group_has(from, ranks1[i]))
            return group_explain_rank(function, from, ranks1[i]);
    }
    for (int i = 0; i < n; i++)
        ranks2[i] = ranks1[i] == MPI_PROC_NULL ? MPI_PROC_NULL : group_find(to, from->nodes[ranks1[i]]);
    return MPI_SUCCESS;
}
API_WEAK(Group_translate_ranks)

int PMPI_Group_compare(MPI_Group group1, MPI_Group group2, int *result)
{
    api_enter("MPI_Group_compare");
    const struct group *one = group_of(group1), *other = group_of(group2);
    if (one == NULL || other == NULL)
        return group_explain("MPI_Group_compare", one == NULL ? group1 : group2);
    if (result == NULL)
        return api_explain_pointer("MPI_Group_compare", NULL, "result");
    *result = group_compare(one, other);
    return MPI_SUCCESS;
}
API_WEAK(Group_compare)

int PMPI_Group_free(MPI_Group *group)
{
    api_enter("MPI_Group_free");
    if (group == NULL)
        return api_explain_pointer("MPI_Group_free", NULL, "group");
    struct group *known = group_of(*group);
    if (known == NULL)
        return group_explain("MPI_Group_free", *group);
    group_release(known);
    *group = MPI_GROUP_NULL;
    return MPI_SUCCESS;
}
API_WEAK(Group_free)
