// Tests groups of listed ranks, of all but listed ranks, and of ranges.
#include "../check.h"

static MPI_Group world;

// Does `group` consist of these ranks of MPI_COMM_WORLD, in this order? Frees it.
static int is(MPI_Group group, int count, const int *ranks)
{
    int found = -1, all[64], theirs[64], me = MPI_UNDEFINED, own = -1;
    MPI_Group_size(group, &found);
    if (found != count)
        return 0;
    for (int i = 0; i < count; i++) {
        all[i] = i;
        if (ranks[i] == rank)
            me = i;
    }
    MPI_Group_rank(group, &own);
    MPI_Group_translate_ranks(group, count, all, world, theirs);
    MPI_Group_free(&group);
    return own == me && memcmp(theirs, ranks, count * sizeof *ranks) == 0;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);  // with six ranks or more
    MPI_Group group;
    int first[] = {4, 1, 3}, others[] = {0, 2, 5}, all[] = {0, 1, 2, 3, 4, 5}, reversed[] = {5, 4, 3, 2, 1, 0};
    int top[64], tops = 0;
    for (int i = 6; i < size; i++)
        top[tops++] = i;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 3, first, &group);
    CHECK(is(group, 3, first));
    MPI_Group_incl(world, 6, all, &group);
    CHECK(is(group, 6, all));
    MPI_Group_incl(world, 0, NULL, &group);
    CHECK(group == MPI_GROUP_EMPTY);
    MPI_Group six, copy;
    MPI_Group_incl(world, 6, all, &six);
    MPI_Group_excl(six, 3, first, &group);
    CHECK(is(group, 3, others));
    MPI_Group_excl(six, 0, NULL, &copy);
    CHECK(is(copy, 6, all));
    MPI_Group_excl(six, 6, reversed, &group);
    CHECK(group == MPI_GROUP_EMPTY);
    int down[][3] = {{5, 0, -1}}, some[][3] = {{4, 1, -3}, {3, 3, 7}}, steps[][3] = {{0, 5, 2}, {1, 3, 3}};
    int stepped[] = {0, 2, 4, 1}, unstepped[] = {3, 5};
    MPI_Group_range_incl(six, 1, down, &group);
    CHECK(is(group, 6, reversed));
    MPI_Group_range_incl(six, 2, some, &group);
    CHECK(is(group, 3, first));
    MPI_Group_range_excl(six, 2, some, &group);
    CHECK(is(group, 3, others));
    MPI_Group_range_incl(six, 2, steps, &group);
    CHECK(is(group, 4, stepped));
    MPI_Group_range_excl(six, 2, steps, &group);
    CHECK(is(group, 2, unstepped));
    MPI_Group_range_excl(world, 1, down, &group);
    CHECK(tops == 0 ? group == MPI_GROUP_EMPTY : is(group, tops, top));
    MPI_Group_range_incl(world, 0, NULL, &group);
    CHECK(group == MPI_GROUP_EMPTY);
    MPI_Group_free(&six);
    MPI_Group_free(&world);
    return end();
}
