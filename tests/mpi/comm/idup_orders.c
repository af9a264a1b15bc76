// Tests MPI_Comm_idup of several communicators, begun in a different order by
// each rank, with MPI_Comm_dup in between: no duplicate waits for another one.
#include "../check.h"

enum { PARENTS = 4, ROUNDS = 10 };

static void use(MPI_Comm comm)
{
    int one = 1, sum = 0, ranks;
    MPI_Comm_size(comm, &ranks);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
    CHECK(sum == ranks);
}

// Each pair of neighbours has its own communicator, so that several duplicates of different ranks are under way.
static void pairs(void)
{
    MPI_Comm even, odd, copies[2];
    MPI_Request requests[2];
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, 0, &even);
    MPI_Comm_split(MPI_COMM_WORLD, (rank + 1) / 2, 0, &odd);
    for (int round = 0; round < ROUNDS; round++) {
        int first = (rank + round) % 2;
        MPI_Comm_idup(first ? odd : even, &copies[first], &requests[0]);
        MPI_Comm_idup(first ? even : odd, &copies[!first], &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        use(copies[0]);
        use(copies[1]);
        MPI_Comm_free(&copies[0]);
        MPI_Comm_free(&copies[1]);
    }
    MPI_Comm_free(&even);
    MPI_Comm_free(&odd);
}

// Makes a duplicate with MPI_Comm_dup while another one is under way, begun earlier on half of the ranks and later on the others.
static void blocking(MPI_Comm one, MPI_Comm other)
{
    MPI_Comm later, now;
    MPI_Request request;
    if (rank % 2 == 0)
        MPI_Comm_idup(one, &later, &request);
    MPI_Comm_dup(other, &now);
    if (rank % 2 != 0)
        MPI_Comm_idup(one, &later, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    use(later);
    use(now);
    int result;
    MPI_Comm_compare(later, now, &result);
    CHECK(result == MPI_CONGRUENT);
    MPI_Comm_free(&later);
    MPI_Comm_free(&now);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm parents[PARENTS], copies[PARENTS];
    MPI_Request requests[PARENTS];
    for (int i = 0; i < PARENTS; i++)
        MPI_Comm_dup(MPI_COMM_WORLD, &parents[i]);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < PARENTS; i++) {
            int at = (i + rank + round) % PARENTS;
            MPI_Comm_idup(parents[at], &copies[at], &requests[i]);
        }
        MPI_Waitall(PARENTS, requests, MPI_STATUSES_IGNORE);
        for (int i = 0; i < PARENTS; i++) {
            use(copies[i]);
            MPI_Comm_free(&copies[i]);
        }
    }
    pairs();
    blocking(parents[0], parents[1]);
    blocking(parents[1], parents[0]);
    for (int i = 0; i < PARENTS; i++)
        MPI_Comm_free(&parents[i]);
    return end();
}
