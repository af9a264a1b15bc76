// Tests MPI_Comm_idup: it proceeds while the ranks do something else, and several duplicates of one communicator are under way at once.
#include "../check.h"

enum { COPIES = 5 };

// Rank 0 calls it last, after it has heard from all others.
static void late(void)
{
    MPI_Comm comm;
    MPI_Request request;
    int got;
    if (rank == 0) {
        for (int i = 1; i < size; i++)
            MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Comm_idup(MPI_COMM_WORLD, &comm, &request);
    if (rank != 0)
        MPI_Ssend(&rank, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(request == MPI_REQUEST_NULL);
    MPI_Barrier(comm);
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    late();
    MPI_Comm copies[COPIES], parent;
    MPI_Request requests[COPIES];
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &parent);
    for (int i = 0; i < COPIES; i++) {
        if (i % 2 == 0)
            MPI_Comm_idup(parent, &copies[i], &requests[i]);
        else
            MPI_Comm_idup_with_info(parent, MPI_INFO_NULL, &copies[i], &requests[i]);
        MPI_Barrier(parent);
    }
    // The original may be freed before the duplicates are complete.
    MPI_Comm_free(&parent);
    for (int i = COPIES - 1; i > 0; i--)
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    int flag = 0;
    while (!flag)
        MPI_Test(&requests[0], &flag, MPI_STATUS_IGNORE);
    for (int i = 0; i < COPIES; i++) {
        int me = -1, got = -1;
        MPI_Comm_rank(copies[i], &me);
        CHECK(me == size - 1 - rank);
        MPI_Sendrecv(&i, 1, MPI_INT, (me + 1) % size, 0, &got, 1, MPI_INT, MPI_ANY_SOURCE, 0, copies[i], MPI_STATUS_IGNORE);
        CHECK(got == i);
        MPI_Comm_free(&copies[i]);
    }
    return end();
}
