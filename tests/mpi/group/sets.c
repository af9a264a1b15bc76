// Tests union, intersection, difference and comparison of groups.
#include "../check.h"

static MPI_Group world;

static MPI_Group of(int count, const int *ranks)
{
    MPI_Group group;
    MPI_Group_incl(world, count, ranks, &group);
    return group;
}

static int compared(MPI_Group one, MPI_Group other)
{
    int result = -1;
    MPI_Group_compare(one, other, &result);
    return result;
}

static void expect(MPI_Group group, int count, const int *ranks)
{
    MPI_Group expected = of(count, ranks);
    CHECK(compared(group, expected) == MPI_IDENT);
    MPI_Group_free(&expected);
    MPI_Group_free(&group);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);  // with five ranks or more
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    int left[] = {3, 0, 1}, right[] = {1, 4, 3}, turned[] = {1, 0, 3};
    MPI_Group one = of(3, left), other = of(3, right), same = of(3, left), mixed = of(3, turned), result;
    CHECK(compared(one, same) == MPI_IDENT && compared(one, one) == MPI_IDENT);
    CHECK(compared(one, mixed) == MPI_SIMILAR && compared(one, other) == MPI_UNEQUAL);
    CHECK(compared(one, world) == MPI_UNEQUAL && compared(MPI_GROUP_EMPTY, MPI_GROUP_EMPTY) == MPI_IDENT);
    CHECK(compared(one, MPI_GROUP_EMPTY) == MPI_UNEQUAL);
    MPI_Group_union(one, other, &result);
    expect(result, 4, (int[]){3, 0, 1, 4});
    MPI_Group_union(other, one, &result);
    expect(result, 4, (int[]){1, 4, 3, 0});
    MPI_Group_intersection(one, other, &result);
    expect(result, 2, (int[]){3, 1});
    MPI_Group_difference(one, other, &result);
    expect(result, 1, (int[]){0});
    MPI_Group_difference(other, one, &result);
    expect(result, 1, (int[]){4});
    MPI_Group_difference(one, same, &result);
    CHECK(result == MPI_GROUP_EMPTY);
    MPI_Group_union(MPI_GROUP_EMPTY, one, &result);
    expect(result, 3, left);
    MPI_Group_union(MPI_GROUP_EMPTY, MPI_GROUP_EMPTY, &result);
    CHECK(result == MPI_GROUP_EMPTY);
    MPI_Group_intersection(one, MPI_GROUP_EMPTY, &result);
    CHECK(result == MPI_GROUP_EMPTY);
    MPI_Group_difference(one, MPI_GROUP_EMPTY, &result);
    expect(result, 3, left);
    MPI_Group_free(&one);
    MPI_Group_free(&other);
    MPI_Group_free(&same);
    MPI_Group_free(&mixed);
    MPI_Group_free(&world);
    return end();
}
