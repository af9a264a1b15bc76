// Tests MPI_Comm_create: with one group, with disjoint groups at once, with no group.
#include "../check.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Group world, group, made;
    MPI_Comm comm;
    int me, ranks, sum, list[64], count = 0, result;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    for (int i = size - 1; i >= 0; i -= 2)
        list[count++] = i;
    MPI_Group_incl(world, count, list, &group);
    MPI_Comm_create(MPI_COMM_WORLD, group, &comm);
    MPI_Group_rank(group, &me);
    CHECK((comm == MPI_COMM_NULL) == (me == MPI_UNDEFINED));
    if (comm != MPI_COMM_NULL) {
        MPI_Comm_rank(comm, &ranks);
        CHECK(ranks == me && me == (size - 1 - rank) / 2);
        MPI_Comm_group(comm, &made);
        MPI_Group_compare(made, group, &result);
        CHECK(result == MPI_IDENT);
        MPI_Group_free(&made);
        sum = 0;
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_MAX, comm);
        CHECK(sum == size - 1);
        MPI_Comm_free(&comm);
    }
    MPI_Group_free(&group);
    // Each rank names its own group: the lower half or the upper half.
    int lower = (size + 1) / 2, mine = rank < lower ? 0 : 1;
    int range[1][3] = {{mine ? lower : 0, mine ? size - 1 : lower - 1, 1}};
    MPI_Group_range_incl(world, 1, range, &group);
    MPI_Comm_create(MPI_COMM_WORLD, group, &comm);
    MPI_Comm_size(comm, &ranks);
    MPI_Comm_rank(comm, &me);
    CHECK(ranks == (mine ? size - lower : lower) && me == rank - mine * lower);
    MPI_Barrier(comm);
    MPI_Comm_free(&comm);
    MPI_Group_free(&group);
    MPI_Comm_create(MPI_COMM_WORLD, MPI_GROUP_EMPTY, &comm);
    CHECK(comm == MPI_COMM_NULL);
    MPI_Group_free(&world);
    return end();
}
