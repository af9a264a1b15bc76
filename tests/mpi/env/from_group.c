// Tests communicators made of groups without a parent, and inter-communicators made of two groups.
#include "../check.h"

static MPI_Group half(MPI_Group world, int odd)
{
    int ranks[64], count = 0;
    for (int i = odd; i < size; i += 2)
        ranks[count++] = i;
    MPI_Group group;
    MPI_Group_incl(world, count, ranks, &group);
    return group;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Group world;
    MPI_Comm comm, inter, other;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group own = half(world, rank % 2), remote = half(world, 1 - rank % 2);
    int own_size, own_rank, found, flag;
    MPI_Group_size(own, &own_size);
    MPI_Group_rank(own, &own_rank);
    MPI_Comm_create_from_group(own, rank % 2 == 0 ? "even" : "odd", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
    MPI_Comm_rank(comm, &found);
    CHECK(found == own_rank);
    MPI_Comm_size(comm, &found);
    CHECK(found == own_size);
    MPI_Errhandler handler;
    MPI_Comm_get_errhandler(comm, &handler);
    CHECK(handler == MPI_ERRORS_RETURN);
    int sum = 0;
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
    int expected = 0;
    for (int i = rank % 2; i < size; i += 2)
        expected += i;
    CHECK(sum == expected);
    MPI_Comm_create_from_group(MPI_GROUP_EMPTY, "nobody", MPI_INFO_NULL, MPI_ERRORS_RETURN, &other);
    CHECK(other == MPI_COMM_NULL);
    if (size > 1) {
        MPI_Intercomm_create_from_groups(own, 0, remote, 0, "both", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &inter);
        MPI_Comm_test_inter(inter, &flag);
        MPI_Comm_remote_size(inter, &found);
        CHECK(flag && found == size - own_size);
        MPI_Comm_size(inter, &found);
        CHECK(found == own_size);
        // The leaders send each other a message.
        int token = -1;
        if (own_rank == 0) {
            MPI_Sendrecv(&rank, 1, MPI_INT, 0, 0, &token, 1, MPI_INT, 0, 0, inter, MPI_STATUS_IGNORE);
            CHECK(token == 1 - rank % 2);
        }
        MPI_Comm_free(&inter);
    }
    MPI_Comm_free(&comm);
    MPI_Group_free(&own);
    MPI_Group_free(&remote);
    MPI_Group_free(&world);
    return end();
}
