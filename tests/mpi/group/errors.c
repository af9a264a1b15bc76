// Wrong arguments of functions on groups; and thousands of groups created and freed.
#include "../check.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);  // with three ranks or more
    MPI_Group world, group = MPI_GROUP_NULL, null = MPI_GROUP_NULL;
    int value = -7, far[] = {0, size}, negative[] = {-1};
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    CHECK(class_of(MPI_Group_size(MPI_GROUP_NULL, &value)) == MPI_ERR_GROUP && value == -7);
    CHECK(class_of(MPI_Group_rank(MPI_GROUP_NULL, &value)) == MPI_ERR_GROUP && value == -7);
    CHECK(class_of(MPI_Group_free(&null)) == MPI_ERR_GROUP);
    CHECK(class_of(MPI_Group_union(world, MPI_GROUP_NULL, &group)) == MPI_ERR_GROUP);
    CHECK(class_of(MPI_Group_compare(MPI_GROUP_NULL, world, &value)) == MPI_ERR_GROUP);
    CHECK(class_of(MPI_Group_incl(world, 2, far, &group)) == MPI_ERR_RANK);
    CHECK(class_of(MPI_Group_excl(world, 1, negative, &group)) == MPI_ERR_RANK);
    CHECK(class_of(MPI_Group_incl(world, -1, far, &group)) == MPI_ERR_ARG);
    CHECK(class_of(MPI_Group_translate_ranks(world, 1, far + 1, world, &value)) == MPI_ERR_RANK);
    int still[][3] = {{0, 1, 0}}, outside[][3] = {{0, size, 1}}, overlap[][3] = {{0, 1, 1}, {1, 2, 1}};
    CHECK(class_of(MPI_Group_range_incl(world, 1, still, &group)) == MPI_ERR_ARG);
    CHECK(MPI_Group_range_incl(world, 1, outside, &group) != MPI_SUCCESS);
    CHECK(MPI_Group_range_incl(world, 2, overlap, &group) != MPI_SUCCESS);
    CHECK(MPI_Group_range_excl(world, 2, overlap, &group) != MPI_SUCCESS);
    CHECK(group == MPI_GROUP_NULL);
    for (int i = 0; i < 3000; i++) {
        MPI_Group_incl(world, 1 + i % 2, far, &group);
        if (i % 2 == 0)
            MPI_Group_free(&group);
    }
    MPI_Group_free(&world);
    return end();
}
