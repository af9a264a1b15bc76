// Many ranks use rank 0's lock, its counter and its memory at once.
#include "../check.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int *memory, one = 1, turn, values[100];
    MPI_Win win;
    MPI_Win_allocate(rank == 0 ? (MPI_Aint)((16 + size) * sizeof(int)) : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                     &win);
    if (rank == 0)
        memset(memory, 0, (2 + size) * sizeof(int));
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Get(&turn, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    turn++;
    MPI_Put(&turn, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Put(&rank, 1, MPI_INT, 0, 1 + turn, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    for (int i = 0; i < 10; i++)
        MPI_Accumulate(&one, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_unlock(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    for (int i = 0; i < 100; i++)
        MPI_Get(&values[i], 1, MPI_INT, 0, i % (2 + size), 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
    CHECK(values[0] == size && values[1] == 10 * size);
    int sum = 0;
    for (int i = 0; rank == 0 && i < size; i++)
        sum += memory[2 + i];
    CHECK(rank != 0 || sum == size * (size - 1) / 2);
    MPI_Win_free(&win);
    return end();
}
