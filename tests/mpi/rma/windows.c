// Tests many windows: several at once on the same memory and on parts of the ranks, freed in another order, created again and again.
#include "../check.h"

int main(int argc, char **argv)
{
    enum { AT_ONCE = 6, ROUNDS = 15 };
    begin(&argc, &argv);
    static _Alignas(64) int memory[AT_ONCE][16];
    int right = (rank + 1) % size;
    MPI_Win wins[AT_ONCE], win;
    for (int i = 0; i < AT_ONCE; i++)
        MPI_Win_create(memory[i], sizeof memory[i], sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &wins[i]);
    for (int i = 0; i < AT_ONCE; i++) {
        int value = i + 1;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right, 0, wins[i]);
        MPI_Accumulate(&value, 1, MPI_INT, right, 0, 1, MPI_INT, MPI_SUM, wins[i]);
        MPI_Win_unlock(right, wins[i]);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < AT_ONCE; i += 2)
        MPI_Win_free(&wins[i]);
    for (int i = 1; i < AT_ONCE; i += 2) {
        MPI_Win_fence(0, wins[i]);
        CHECK(memory[i][0] == i + 1);
        MPI_Win_fence(MPI_MODE_NOSUCCEED, wins[i]);
        MPI_Win_free(&wins[i]);
    }
    for (int i = 0; i < ROUNDS; i++) {
        int value = i;
        MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right, 0, win);
        MPI_Put(&value, 1, MPI_INT, right, 0, 1, MPI_INT, win);
        MPI_Win_unlock(right, win);
        MPI_Win_free(&win);
        CHECK(memory[0][0] == i);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    // Ranks in reverse order, without rank 0.
    MPI_Comm comm;
    MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? MPI_UNDEFINED : 0, -rank, &comm);
    if (comm != MPI_COMM_NULL) {
        int own, count;
        MPI_Comm_rank(comm, &own);
        MPI_Comm_size(comm, &count);
        CHECK(own == size - 1 - rank);
        MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, comm, &win);
        MPI_Comm_free(&comm);
        MPI_Win_fence(0, win);
        MPI_Put(&rank, 1, MPI_INT, (own + 1) % count, 1, 1, MPI_INT, win);
        MPI_Win_fence(0, win);
        CHECK(memory[0][1] == (own == 0 ? 1 : rank + 1));
        MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
        MPI_Win_free(&win);
    }
    return end();
}
