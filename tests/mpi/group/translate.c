// Tests translation of ranks, and groups that outlive their communicator.
#include "../check.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm reversed;
    MPI_Group world, group, again;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? MPI_UNDEFINED : 0, -rank, &reversed);
    int ranks[64], theirs[64], me = -1, count = -1;
    for (int i = 0; i < size; i++)
        ranks[i] = i;
    if (reversed != MPI_COMM_NULL) {
        MPI_Comm_group(reversed, &group);
        MPI_Comm_group(reversed, &again);
        MPI_Comm_free(&reversed);
        MPI_Group_free(&again);
        MPI_Group_size(group, &count);
        MPI_Group_rank(group, &me);
        CHECK(count == size - 1 && me == size - 1 - rank);
        MPI_Group_translate_ranks(world, size, ranks, group, theirs);
        CHECK(theirs[0] == MPI_UNDEFINED);
        for (int i = 1; i < size; i++)
            CHECK(theirs[i] == size - 1 - i);
        MPI_Group_translate_ranks(group, size - 1, ranks, world, theirs);
        for (int i = 0; i < size - 1; i++)
            CHECK(theirs[i] == size - 1 - i);
        MPI_Group_free(&group);
    }
    int special[] = {MPI_PROC_NULL, 0, MPI_PROC_NULL, 0};
    MPI_Group_translate_ranks(world, 4, special, world, theirs);
    CHECK(theirs[0] == MPI_PROC_NULL && theirs[1] == 0 && theirs[2] == MPI_PROC_NULL && theirs[3] == 0);
    MPI_Group_translate_ranks(world, size, ranks, MPI_GROUP_EMPTY, theirs);
    for (int i = 0; i < size; i++)
        CHECK(theirs[i] == MPI_UNDEFINED);
    MPI_Group_translate_ranks(MPI_GROUP_EMPTY, 0, NULL, world, NULL);
    MPI_Group_size(MPI_GROUP_EMPTY, &count);
    MPI_Group_rank(MPI_GROUP_EMPTY, &me);
    CHECK(count == 0 && me == MPI_UNDEFINED);
    MPI_Group_free(&world);
    CHECK(world == MPI_GROUP_NULL);
    return end();
}
