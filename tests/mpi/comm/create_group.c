// Tests MPI_Comm_create_group: only the group's ranks call it. The program's messages with the same tag do not disturb it.
#include "../check.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Group world, odd, few;
    MPI_Comm comm, inner;
    int got = -1, next = (rank + 1) % size, before = (rank + size - 1) % size, sum, me;
    MPI_Request request, sent;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    // During the agreement, a message and a receive with the same tag are under way.
    MPI_Isend(&rank, 1, MPI_INT, next, 5, MPI_COMM_WORLD, &sent);
    if (size > 1 && rank % 2 == 1) {
        int range[1][3] = {{(size - 2) / 2 * 2 + 1, 1, -2}};
        MPI_Group_range_incl(world, 1, range, &odd);
        MPI_Comm_create_group(MPI_COMM_WORLD, odd, 5, &comm);
        MPI_Group_rank(odd, &me);
        sum = -1;
        MPI_Comm_rank(comm, &sum);
        CHECK(sum == me);
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_MIN, comm);
        CHECK(sum == 1);
        // In a communicator that does not have all ranks.
        MPI_Group_incl(odd, 1, &me, &few);
        MPI_Comm_create_group(comm, few, 0, &inner);
        MPI_Comm_size(inner, &sum);
        CHECK(sum == 1);
        MPI_Comm_free(&inner);
        MPI_Group_free(&few);
        MPI_Comm_free(&comm);
        MPI_Group_free(&odd);
    }
    MPI_Recv(&got, 1, MPI_INT, before, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
    CHECK(got == before);
    // All pairs of neighbours in turn, while a receive for any message is posted.
    MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
    for (int i = 0; i + 1 < size; i++) {
        int pair[] = {i + 1, i};
        if (rank != i && rank != i + 1)
            continue;
        MPI_Group_incl(world, 2, pair, &few);
        MPI_Comm_create_group(MPI_COMM_WORLD, few, 9, &comm);
        MPI_Comm_rank(comm, &me);
        CHECK(me == i + 1 - rank);
        MPI_Barrier(comm);
        MPI_Comm_free(&comm);
        MPI_Group_free(&few);
    }
    MPI_Send(&rank, 1, MPI_INT, next, 9, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(got == before);
    MPI_Group_free(&world);
    return end();
}
