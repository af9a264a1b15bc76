// Tests MPI_Comm_split: colours, keys, equal keys, MPI_UNDEFINED; and splits of splits.
#include "../check.h"

static void expect(MPI_Comm comm, int me, int ranks, int sum)
{
    int is = -1, total = 0;
    MPI_Comm_rank(comm, &is);
    CHECK(is == me);
    MPI_Comm_size(comm, &is);
    CHECK(is == ranks);
    MPI_Allreduce(&rank, &total, 1, MPI_INT, MPI_SUM, comm);
    CHECK(total == sum);
}

static void one_color(int key, int me)
{
    MPI_Comm comm;
    MPI_Comm_split(MPI_COMM_WORLD, 7, key, &comm);
    expect(comm, me, size, size * (size - 1) / 2);
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    one_color(0, rank);
    one_color(rank, rank);
    one_color(-rank, size - 1 - rank);
    one_color(rank % 2, rank % 2 == 0 ? rank / 2 : (size + 1) / 2 + rank / 2);
    MPI_Comm alone, none, half, quarter;
    MPI_Comm_split(MPI_COMM_WORLD, rank + 1000000, 5, &alone);
    expect(alone, 0, 1, rank);
    MPI_Comm_free(&alone);
    MPI_Comm_split(MPI_COMM_WORLD, MPI_UNDEFINED, 0, &none);
    CHECK(none == MPI_COMM_NULL);
    MPI_Comm_split(MPI_COMM_WORLD, rank == size - 1 ? MPI_UNDEFINED : 0, 0, &none);
    CHECK((none == MPI_COMM_NULL) == (rank == size - 1));
    if (none != MPI_COMM_NULL) {
        expect(none, rank, size - 1, (size - 1) * (size - 2) / 2);
        MPI_Comm_free(&none);
    }
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    int in_half, half_size;
    MPI_Comm_rank(half, &in_half);
    MPI_Comm_size(half, &half_size);
    CHECK(in_half == half_size - 1 - rank / 2);
    MPI_Comm_split(half, in_half % 2, 0, &quarter);
    int in_quarter;
    MPI_Comm_rank(quarter, &in_quarter);
    CHECK(in_quarter == in_half / 2);
    // Messages in both communicators at once.
    int got = -1, next = (in_half + 1) % half_size;
    MPI_Request request;
    MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 0, half, &request);
    MPI_Barrier(quarter);
    MPI_Send(&in_half, 1, MPI_INT, next, 0, half);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(got == (in_half + half_size - 1) % half_size);
    MPI_Comm_free(&half);
    MPI_Barrier(quarter);
    MPI_Comm_free(&quarter);
    return end();
}
