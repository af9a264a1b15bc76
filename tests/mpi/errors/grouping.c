// Wrong arguments of calls on groups: every call with every kind of wrong argument. No group is made.
#include "rows.h"

static MPI_Group world, made = MPI_GROUP_NULL;
static int first = 0;

// The handle of a group that has been freed.
static MPI_Group freed_group(void)
{
    MPI_Group group, handle;
    MPI_Group_incl(world, 1, &first, &group);
    handle = group;
    MPI_Group_free(&group);
#ifdef MPICH_VERSION
    handle = MPI_GROUP_NULL;  // MPICH does not notice the freed handle
#endif
    return handle;
}

static void rows_of_group(MPI_Group group)
{
    int number = -7, other = -7, range[1][3] = {{0, 0, 1}};
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Group handle = group;
    ROW(MPI_ERR_GROUP, MPI_Group_size(group, &number));
    ROW(MPI_ERR_GROUP, MPI_Group_rank(group, &number));
    ROW(MPI_ERR_GROUP, MPI_Group_translate_ranks(group, 1, &first, world, &number));
    ROW(MPI_ERR_GROUP, MPI_Group_translate_ranks(world, 1, &first, group, &number));
    ROW(MPI_ERR_GROUP, MPI_Group_compare(group, world, &other));
    ROW(MPI_ERR_GROUP, MPI_Group_compare(world, group, &other));
    ROW(MPI_ERR_GROUP, MPI_Group_union(group, world, &made));
    ROW(MPI_ERR_GROUP, MPI_Group_union(world, group, &made));
    ROW(MPI_ERR_GROUP, MPI_Group_intersection(group, world, &made));
    ROW(MPI_ERR_GROUP, MPI_Group_intersection(world, group, &made));
    ROW(MPI_ERR_GROUP, MPI_Group_difference(group, world, &made));
    ROW(MPI_ERR_GROUP, MPI_Group_difference(world, group, &made));
    ROW(MPI_ERR_GROUP, MPI_Group_incl(group, 1, &first, &made));
    ROW(MPI_ERR_GROUP, MPI_Group_excl(group, 1, &first, &made));
    ROW(MPI_ERR_GROUP, MPI_Group_range_incl(group, 1, range, &made));
    ROW(MPI_ERR_GROUP, MPI_Group_range_excl(group, 1, range, &made));
    ROW(MPI_ERR_GROUP, MPI_Group_free(&handle));
    ROW(MPI_ERR_GROUP, MPI_Comm_create(MPI_COMM_WORLD, group, &comm));
    ROW(MPI_ERR_GROUP, MPI_Comm_create_group(MPI_COMM_WORLD, group, 0, &comm));
    CHECK(number == -7 && other == -7 && comm == MPI_COMM_NULL && handle == group);
}

static void rows_of_ranks(void)
{
    int outside = size, below = -7, number = -7, still[1][3] = {{0, 0, 0}};
    ROW(MPI_ERR_RANK, MPI_Group_incl(world, 1, &outside, &made));
    ROW(MPI_ERR_RANK, MPI_Group_incl(world, 1, &below, &made));
    ROW(MPI_ERR_RANK, MPI_Group_excl(world, 1, &outside, &made));
    ROW(MPI_ERR_RANK, MPI_Group_excl(world, 1, &below, &made));
    ROW(MPI_ERR_RANK, MPI_Group_translate_ranks(world, 1, &outside, world, &number));
    ROW(MPI_ERR_RANK, MPI_Group_translate_ranks(world, 1, &below, world, &number));
    ROW(MPI_ERR_ARG, MPI_Group_range_incl(world, 1, still, &made));
    ROW(MPI_ERR_ARG, MPI_Group_range_excl(world, 1, still, &made));
    CHECK(number == -7);
}

static void rows_of_ranges(void)
{
    int outside[1][3] = {{size, size, 1}}, below[1][3] = {{-7, 0, 1}}, same[2][3] = {{0, 0, 1}, {0, 0, 1}}, twice[2] = {0, 0};
    OURS(MPI_ERR_RANK, MPI_Group_incl(world, 2, twice, &made));
    OURS(MPI_ERR_RANK, MPI_Group_excl(world, 2, twice, &made));
    OURS(MPI_ERR_RANK, MPI_Group_range_incl(world, 1, outside, &made));
    OURS(MPI_ERR_RANK, MPI_Group_range_excl(world, 1, outside, &made));
    OURS(MPI_ERR_RANK, MPI_Group_range_incl(world, 1, below, &made));
    OURS(MPI_ERR_RANK, MPI_Group_range_excl(world, 1, below, &made));
    OURS(MPI_ERR_RANK, MPI_Group_range_incl(world, 2, same, &made));
    OURS(MPI_ERR_RANK, MPI_Group_range_excl(world, 2, same, &made));
    OURS(MPI_ERR_ARG, MPI_Group_incl(world, 1, NULL, &made));
    OURS(MPI_ERR_ARG, MPI_Group_excl(world, 1, NULL, &made));
    OURS(MPI_ERR_ARG, MPI_Group_incl(world, 1, &first, NULL));
}

static void rows_of_counts_and_pointers(void)
{
    int range[1][3] = {{0, 0, 1}}, number = -7;
    ROW(MPI_ERR_ARG, MPI_Group_incl(world, -1, &first, &made));
    ROW(MPI_ERR_ARG, MPI_Group_excl(world, -1, &first, &made));
    ROW(MPI_ERR_ARG, MPI_Group_range_incl(world, -1, range, &made));
    ROW(MPI_ERR_ARG, MPI_Group_range_excl(world, -1, range, &made));
    ROW(MPI_ERR_ARG, MPI_Group_translate_ranks(world, -1, &first, world, &number));
    OURS(MPI_ERR_ARG, MPI_Group_translate_ranks(world, 1, NULL, world, &number));
    OURS(MPI_ERR_ARG, MPI_Group_translate_ranks(world, 1, &first, world, NULL));
    OURS(MPI_ERR_ARG, MPI_Group_size(world, NULL));
    OURS(MPI_ERR_ARG, MPI_Group_rank(world, NULL));
    OURS(MPI_ERR_ARG, MPI_Group_compare(world, world, NULL));
    OURS(MPI_ERR_ARG, MPI_Group_union(world, world, NULL));
    ROW(MPI_ERR_ARG, MPI_Group_free(NULL));
    CHECK(number == -7);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    returning();
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    rows_of_group(MPI_GROUP_NULL);
    rows_of_group(freed_group());
    rows_of_ranks();
    rows_of_ranges();
    rows_of_counts_and_pointers();
    CHECK(made == MPI_GROUP_NULL);
    MPI_Group_free(&world);
    return rows_end();
}
