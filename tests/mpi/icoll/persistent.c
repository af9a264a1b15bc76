// Tests persistent collectives: created once, started again and again, in other orders, with other calls in between.
#include "../check.h"

enum { COUNT = 25, KINDS = 12, ROUNDS = 4 };

static int own[16 * COUNT], got[KINDS][16 * COUNT], parts[16];

static void fill_in(int round)
{
    for (int i = 0; i < size * COUNT; i++) {
        own[i] = rank * 1000 + round * 7 + i;
        for (int k = 0; k < KINDS; k++)
            got[k][i] = -1;
    }
    for (int i = 0; i < COUNT; i++)
        got[1][i] = own[i];
}

static int sum_up_to(int r, int round, int i)
{
    return r * (r - 1) / 2 * 1000 + r * (round * 7 + i);
}

static void verify(int round, int root)
{
    for (int i = 0; i < COUNT; i++) {
        int all = sum_up_to(size, round, i);
        CHECK(got[0][i] == all);
        CHECK(got[1][i] == root * 1000 + round * 7 + i);
        CHECK(rank != root || got[2][i] == all);
        CHECK(got[3][i] == sum_up_to(rank + 1, round, i));
        CHECK(rank == 0 || got[4][i] == sum_up_to(rank, round, i));
        CHECK(got[5][i] == sum_up_to(size, round, rank * COUNT + i));
        CHECK(got[6][i] == sum_up_to(size, round, rank * COUNT + i));
        CHECK(got[7][i] == root * 1000 + round * 7 + rank * COUNT + i);
        for (int r = 0; r < size; r++) {
            CHECK(rank != root || got[8][r * COUNT + i] == r * 1000 + round * 7 + i);
            CHECK(got[9][r * COUNT + i] == r * 1000 + round * 7 + i);
            CHECK(got[10][r * COUNT + i] == r * 1000 + round * 7 + rank * COUNT + i);
        }
    }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request all[KINDS];
    int root = size / 2, sum;
    for (int r = 0; r < size; r++)
        parts[r] = COUNT;
    MPI_Allreduce_init(own, got[0], COUNT, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL, &all[0]);
    MPI_Bcast_init(got[1], COUNT, MPI_INT, root, comm, MPI_INFO_NULL, &all[1]);
    MPI_Reduce_init(own, got[2], COUNT, MPI_INT, MPI_SUM, root, comm, MPI_INFO_NULL, &all[2]);
    MPI_Scan_init(own, got[3], COUNT, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL, &all[3]);
    MPI_Exscan_init(own, got[4], COUNT, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL, &all[4]);
    MPI_Reduce_scatter_block_init(own, got[5], COUNT, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL, &all[5]);
    MPI_Reduce_scatter_init(own, got[6], parts, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL, &all[6]);
    MPI_Scatter_init(own, COUNT, MPI_INT, got[7], COUNT, MPI_INT, root, comm, MPI_INFO_NULL, &all[7]);
    MPI_Gather_init(own, COUNT, MPI_INT, got[8], COUNT, MPI_INT, root, comm, MPI_INFO_NULL, &all[8]);
    MPI_Allgather_init(own, COUNT, MPI_INT, got[9], COUNT, MPI_INT, comm, MPI_INFO_NULL, &all[9]);
    MPI_Alltoall_init(own, COUNT, MPI_INT, got[10], COUNT, MPI_INT, comm, MPI_INFO_NULL, &all[10]);
    MPI_Barrier_init(comm, MPI_INFO_NULL, &all[11]);
    for (int round = 0; round < ROUNDS; round++) {
        fill_in(round);
        if (round == 0) {
            MPI_Startall(KINDS, all);
        } else {
            for (int i = 0; i < KINDS; i++)
                MPI_Start(&all[(i * 5 + round * 3) % KINDS]);
        }
        if (round == 2)
            MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
        if (round == 3) {
            for (int i = 0; i < KINDS; i++)
                for (int flag = 0; !flag;)
                    MPI_Test(&all[(i + rank) % KINDS], &flag, MPI_STATUS_IGNORE);
        } else {
            MPI_Waitall(KINDS, all, MPI_STATUSES_IGNORE);
        }
        verify(round, root);
    }
    // An inactive request is complete.
    MPI_Wait(&all[0], MPI_STATUS_IGNORE);
    for (int i = 0; i < KINDS; i++) {
        CHECK(all[i] != MPI_REQUEST_NULL);
        MPI_Request_free(&all[i]);
        CHECK(all[i] == MPI_REQUEST_NULL);
    }
    return end();
}
