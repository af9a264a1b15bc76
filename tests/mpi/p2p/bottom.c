// Tests absolute addresses from MPI_BOTTOM in sends and receives of all kinds.
#include "../check.h"

static int first[2], second[3];

static void set(int seed)
{
    for (int i = 0; i < 3; i++)
        second[i] = seed + 10 + i;
    first[0] = seed;
    first[1] = seed + 1;
}

static void check(int seed)
{
    CHECK(first[0] == seed && first[1] == seed + 1);
    CHECK(second[0] == seed + 10 && second[1] == seed + 11 && second[2] == seed + 12);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Datatype both;
    MPI_Aint places[2];
    int lengths[2] = {2, 3}, next = (rank + 1) % size, before = (rank + size - 1) % size;
    MPI_Get_address(first, &places[0]);
    MPI_Get_address(second, &places[1]);
    MPI_Type_create_hindexed(2, lengths, places, MPI_INT, &both);
    MPI_Type_commit(&both);
    if (rank == 0) {
        set(100);
        MPI_Send(MPI_BOTTOM, 1, both, 1, 1, MPI_COMM_WORLD);
        MPI_Recv(MPI_BOTTOM, 1, both, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        check(200);
    } else if (rank == 1) {
        MPI_Recv(MPI_BOTTOM, 1, both, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        check(100);
        set(200);
        MPI_Send(MPI_BOTTOM, 1, both, 0, 1, MPI_COMM_WORLD);
    }
    MPI_Request requests[2];
    int flat[5] = {0};
    set(1000 * rank);
    MPI_Irecv(flat, 5, MPI_INT, before, 2, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(MPI_BOTTOM, 1, both, next, 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    CHECK(flat[0] == 1000 * before && flat[2] == 1000 * before + 10);
    MPI_Sendrecv_replace(MPI_BOTTOM, 1, both, next, 3, before, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    check(1000 * before);
    MPI_Type_free(&both);
    return end();
}
