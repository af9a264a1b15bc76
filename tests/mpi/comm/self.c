// Tests communicators of one rank, and MPI_Comm_split_type on nodes that share no memory.
#include "../check.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm comm, copy;
    MPI_Group group, world;
    int ranks, translated, zero = 0, sum = 0;
    MPI_Comm_split(MPI_COMM_SELF, 3, 1, &comm);
    MPI_Comm_dup(comm, &copy);
    MPI_Comm_size(copy, &ranks);
    CHECK(ranks == 1);
    MPI_Comm_group(copy, &group);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_translate_ranks(group, 1, &zero, world, &translated);
    CHECK(translated == rank);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, copy);
    CHECK(sum == rank);
    MPI_Comm_free(&comm);
    MPI_Comm_free(&copy);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &comm);
    MPI_Comm_size(comm, &ranks);
    CHECK(ranks >= 1 && ranks <= size);
    MPI_Comm_free(&comm);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_UNDEFINED, 0, MPI_INFO_NULL, &comm);
    CHECK(comm == MPI_COMM_NULL);
    return end();
}
