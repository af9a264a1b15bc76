// Tests inter-communicators: sizes and groups, messages, duplicates, merging in either order.
#include "../check.h"

static void messages(MPI_Comm inter, int mine, int others, int first_other)
{
    int me, got = -1;
    MPI_Comm_rank(inter, &me);
    MPI_Status status;
    if (me < others)
        MPI_Send(&rank, 1, MPI_INT, me, 5, inter);
    if (me < others) {
        MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, inter, &status);
        CHECK(got == first_other + me && status.MPI_SOURCE == me && status.MPI_TAG == 5);
    }
    (void)mine;
}

static void shape(MPI_Comm inter, int mine, int others)
{
    int flag = 0, ranks = 0, remote = 0, in_group = 0, in_remote = 0;
    MPI_Group group, remote_group;
    MPI_Comm_test_inter(inter, &flag);
    MPI_Comm_size(inter, &ranks);
    MPI_Comm_remote_size(inter, &remote);
    CHECK(flag && ranks == mine && remote == others);
    MPI_Comm_group(inter, &group);
    MPI_Comm_remote_group(inter, &remote_group);
    MPI_Group_size(group, &in_group);
    MPI_Group_size(remote_group, &in_remote);
    CHECK(in_group == mine && in_remote == others);
    MPI_Group_rank(remote_group, &in_remote);
    CHECK(in_remote == MPI_UNDEFINED);
    MPI_Group_free(&group);
    MPI_Group_free(&remote_group);
}

static void merge(MPI_Comm inter, int upper, int lower_size)
{
    MPI_Comm merged;
    int at = -1, flag = 1;
    MPI_Intercomm_merge(inter, upper, &merged);
    MPI_Comm_rank(merged, &at);
    MPI_Comm_test_inter(merged, &flag);
    CHECK(at == rank && !flag);
    MPI_Comm_free(&merged);
    MPI_Intercomm_merge(inter, !upper, &merged);
    MPI_Comm_rank(merged, &at);
    CHECK(at == (upper ? rank - lower_size : rank + size - lower_size));
    int sum = 0;
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, merged);
    CHECK(sum == size * (size - 1) / 2);
    MPI_Comm_free(&merged);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int lower_size = (size + 1) / 2, upper = rank >= lower_size;
    int mine = upper ? size - lower_size : lower_size, others = size - mine, first_other = upper ? 0 : lower_size;
    MPI_Comm half, inter, copy, later;
    MPI_Comm_split(MPI_COMM_WORLD, upper, rank, &half);
    // The last rank of each half is its leader.
    MPI_Intercomm_create(half, mine - 1, MPI_COMM_WORLD, upper ? lower_size - 1 : size - 1, 17, &inter);
    shape(inter, mine, others);
    messages(inter, mine, others, first_other);
    merge(inter, upper, lower_size);
    MPI_Comm_dup(inter, &copy);
    shape(copy, mine, others);
    messages(copy, mine, others, first_other);
    int result;
    MPI_Comm_compare(inter, copy, &result);
    CHECK(result == MPI_CONGRUENT);
    MPI_Comm_compare(inter, MPI_COMM_WORLD, &result);
    CHECK(result == MPI_UNEQUAL);
    MPI_Request request;
    MPI_Comm_idup(copy, &later, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&copy);
    shape(later, mine, others);
    messages(later, mine, others, first_other);
    merge(later, upper, lower_size);
    MPI_Comm_free(&later);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
    return end();
}
