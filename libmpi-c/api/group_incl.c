// MPI_Group_incl, MPI_Group_excl and their forms with ranges (MPI 5.0 §7.3.2).
#include <string.h>

#include "api/group.h"

// The arguments of a call: single ranks, or ranges of three numbers each.
struct group_choice {
    const char *function;
    MPI_Group group;
    const int *numbers;
    int count;
    bool ranges;
};

struct group_range {
    int first, stride;
    int64_t length;
};

static struct group_range group_range_of(const struct group_choice *choice, int i)
{
    if (!choice->ranges)
        return (struct group_range){choice->numbers[i], 1, 1};
    const int *at = choice->numbers + 3 * i;
    int64_t way = (int64_t)at[1] - at[0];
    bool leads_away = at[2] == 0 || (way > 0 && at[2] < 0) || (way < 0 && at[2] > 0);
    return (struct group_range){at[0], at[2], leads_away ? 0 : way / at[2] + 1};
}

static int group_check_range(const struct group_choice *choice, int i, const struct group *group)
{
    struct group_range range = group_range_of(choice, i);
    if (range.stride == 0)
        return api_error(NULL, MPI_ERR_ARG, "%s: the stride of range %d is 0", choice->function, i);
    if (!group_has(group, range.first))
        return group_explain_rank(choice->function, group, range.first);
    if (range.length == 0)
        return api_error(NULL, MPI_ERR_ARG, "%s: range %d leads away from its end by its stride %d", choice->function, i,
                         range.stride);
    int64_t last = range.first + (range.length - 1) * range.stride;
    if (last < 0 || last >= group->size)
        return group_explain_rank(choice->function, group, choice->numbers[3 * i + 1]);
    return MPI_SUCCESS;
}

// Marks the listed ranks in `chosen`. Each may be listed only once.
static int group_mark(const struct group_choice *choice, const struct group *group, uint8_t *chosen)
{
    for (int i = 0; i < choice->count; i++) {
        int error = group_check_range(choice, i, group);
        if (error != MPI_SUCCESS)
            return error;
        struct group_range range = group_range_of(choice, i);
        for (int64_t k = 0, rank = range.first; k < range.length; k++, rank += range.stride) {
            if (chosen[rank])
                return api_error(NULL, MPI_ERR_RANK, "%s: rank %d is listed twice", choice->function, (int)rank);
            chosen[rank] = 1;
        }
    }
    return MPI_SUCCESS;
}

static struct group *group_included(const struct group_choice *choice, const struct group *from, int size)
{
    struct group *group = group_new(size);
    int count = 0;
    for (int i = 0; i < choice->count; i++) {
        struct group_range range = group_range_of(choice, i);
        for (int64_t k = 0, rank = range.first; k < range.length; k++, rank += range.stride)
            group->nodes[count++] = from->nodes[rank];
    }
    return group;
}

static struct group *group_excluded(const struct group *from, const uint8_t *chosen, int size)
{
    struct group *group = group_new(from->size - size);
    int count = 0;
    for (int rank = 0; rank < from->size; rank++) {
        if (!chosen[rank])
            group->nodes[count++] = from->nodes[rank];
    }
    return group;
}

static int group_choose(const struct group_choice *choice, bool excluding, MPI_Group *newgroup)
{
    const struct group *from = group_of(choice->group);
    if (from == NULL)
        return group_explain(choice->function, choice->group);
    if (choice->count < 0)
        return api_error(NULL, MPI_ERR_ARG, "%s: negative number %d", choice->function, choice->count);
    if (newgroup == NULL || (choice->numbers == NULL && choice->count > 0))
        return api_explain_pointer(choice->function, NULL, newgroup == NULL ? "newgroup" : "ranks");
    uint8_t *chosen = memset(p2p_allocate(from->size + 1, "MPI: no memory for another group"), 0, from->size + 1);
    int error = group_mark(choice, from, chosen), size = 0;
    if (error == MPI_SUCCESS) {
        for (int rank = 0; rank < from->size; rank++)
            size += chosen[rank];
        struct group *group = excluding ? group_excluded(from, chosen, size) : group_included(choice, from, size);
        group_ready(group);
        *newgroup = group_handle(group);
    }
    p2p_free(chosen);
    return error;
}

int PMPI_Group_incl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup)
{
    api_enter("MPI_Group_incl");
    return group_choose(&(struct group_choice){"MPI_Group_incl", group, ranks, n, false}, false, newgroup);
}
API_WEAK(Group_incl)

int PMPI_Group_excl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup)
{
    api_enter("MPI_Group_excl");
    return group_choose(&(struct group_choice){"MPI_Group_excl", group, ranks, n, false}, true, newgroup);
}
API_WEAK(Group_excl)

int PMPI_Group_range_incl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup)
{
    api_enter("MPI_Group_range_incl");
    return group_choose(&(struct group_choice){"MPI_Group_range_incl", group, (const int *)ranges, n, true}, false, newgroup);
}
API_WEAK(Group_range_incl)

int PMPI_Group_range_excl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup)
{
    api_enter("MPI_Group_range_excl");
    return group_choose(&(struct group_choice){"MPI_Group_range_excl", group, (const int *)ranges, n, true}, true, newgroup);
}
API_WEAK(Group_range_excl)
