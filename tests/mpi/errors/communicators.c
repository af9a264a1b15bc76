// Wrong arguments of calls on communicators and groups.
#include "expect.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    returning();
    MPI_Group world, group = MPI_GROUP_NULL;
    MPI_Comm comm = MPI_COMM_NULL;
    int value, outside = size, twice[2] = {0, 0}, range[1][3] = {{0, size, 1}}, still[1][3] = {{0, 0, 0}};
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    EXPECT(MPI_ERR_COMM, MPI_Comm_rank(MPI_COMM_NULL, &value));
    EXPECT(MPI_ERR_COMM, MPI_Comm_size(MPI_COMM_NULL, &value));
    EXPECT(MPI_ERR_ARG, MPI_Comm_size(MPI_COMM_WORLD, NULL));
    EXPECT(MPI_ERR_COMM, MPI_Comm_dup(MPI_COMM_NULL, &comm));
    EXPECT(MPI_ERR_COMM, MPI_Comm_group(MPI_COMM_NULL, &group));
    EXPECT(MPI_ERR_COMM, MPI_Comm_split(MPI_COMM_NULL, 0, 0, &comm));
    EXPECT(MPI_ERR_COMM, MPI_Comm_free(&comm));
    MPI_Comm predefined = MPI_COMM_WORLD;
    EXPECT(MPI_ERR_COMM, MPI_Comm_free(&predefined));
    EXPECT(MPI_ERR_ARG, MPI_Comm_split(MPI_COMM_WORLD, -5, 0, &comm));
    EXPECT(MPI_ERR_GROUP, MPI_Comm_create(MPI_COMM_WORLD, MPI_GROUP_NULL, &comm));
    EXPECT(MPI_ERR_GROUP, MPI_Group_size(MPI_GROUP_NULL, &value));
    EXPECT(MPI_ERR_GROUP, MPI_Group_rank(MPI_GROUP_NULL, &value));
    EXPECT(MPI_ERR_GROUP, MPI_Group_union(world, MPI_GROUP_NULL, &group));
    EXPECT(MPI_ERR_RANK, MPI_Group_incl(world, 1, &outside, &group));
    EXPECT(MPI_ERR_RANK, MPI_Group_incl(world, 2, twice, &group));
    EXPECT(MPI_ERR_ARG, MPI_Group_range_incl(world, 1, still, &group));
    EXPECT(MPI_ERR_GROUP, MPI_Group_free(&group));
    CHECK(class_of(MPI_Group_range_incl(world, 1, range, &group)) != MPI_SUCCESS);
    CHECK(comm == MPI_COMM_NULL && group == MPI_GROUP_NULL);
    MPI_Group_free(&world);
    working();
    return end();
}
