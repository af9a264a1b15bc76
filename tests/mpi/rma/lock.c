// Tests exclusive locks: no increment of a counter by get and put is lost, whichever locks other ranks hold. Also locks without a check.
#include "../check.h"

enum { ROUNDS = 10 };

static void increments(int target, MPI_Win win)
{
    for (int i = 0; i < ROUNDS; i++) {
        int value;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
        MPI_Get(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
        MPI_Win_flush(target, win);
        value++;
        MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
        MPI_Win_unlock(target, win);
    }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int *memory, values[2] = {7, 8};
    MPI_Win win;
    MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    memory[0] = memory[1] = 0;
    MPI_Win_unlock(rank, win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int target = 0; target < size; target++)
        increments(target, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    CHECK(memory[0] == size * ROUNDS);
    MPI_Win_unlock(rank, win);
    // Several locks at once, released in another order.
    for (int target = 0; target < size; target++) {
        MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
        MPI_Accumulate(&values[0], 1, MPI_INT, target, 1, 1, MPI_INT, MPI_SUM, win);
    }
    for (int target = 0; target < size; target++)
        MPI_Win_unlock(target, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    CHECK(memory[1] == 7 * size);
    MPI_Win_unlock(rank, win);
    MPI_Barrier(MPI_COMM_WORLD);
    // No other rank requests this lock.
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, (rank + 1) % size, MPI_MODE_NOCHECK, win);
    MPI_Put(values, 2, MPI_INT, (rank + 1) % size, 0, 2, MPI_INT, win);
    MPI_Win_unlock((rank + 1) % size, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    CHECK(memory[0] == 7 && memory[1] == 8);
    MPI_Win_unlock(rank, win);
    MPI_Win_free(&win);
    return end();
}
