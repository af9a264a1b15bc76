// Accesses without effect: MPI_PROC_NULL in every operation and every synchronization, counts of zero, windows without memory.
#include "../check.h"

static void nobody(MPI_Win win)
{
    int a = 1, b = 2, c = 3;
    MPI_Put(&a, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win);
    MPI_Get(&a, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win);
    MPI_Accumulate(&a, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Get_accumulate(&a, 1, MPI_INT, &b, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Fetch_and_op(&a, &b, MPI_INT, MPI_PROC_NULL, 0, MPI_SUM, win);
    MPI_Compare_and_swap(&a, &b, &c, MPI_INT, MPI_PROC_NULL, 0, win);
    CHECK(a == 1 && b == 2 && c == 3);
}

static void zero(int target, MPI_Win win)
{
    int a = 1, b = 2;
    MPI_Put(&a, 0, MPI_INT, target, 0, 0, MPI_INT, win);
    MPI_Put(NULL, 0, MPI_INT, target, 0, 0, MPI_INT, win);
    MPI_Get(&a, 0, MPI_INT, target, 0, 0, MPI_INT, win);
    MPI_Accumulate(&a, 0, MPI_INT, target, 0, 0, MPI_INT, MPI_SUM, win);
    MPI_Get_accumulate(&a, 0, MPI_INT, &b, 0, MPI_INT, target, 0, 0, MPI_INT, MPI_SUM, win);
    CHECK(a == 1 && b == 2);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Win win;
    int right = (rank + 1) % size;
    // Only rank 0 contributes memory.
    static _Alignas(64) int memory;
    int value = 12;
    MPI_Win_create(rank == 0 ? &memory : NULL, rank == 0 ? sizeof memory : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    nobody(win);
    zero(right, win);
    MPI_Win_fence(0, win);
    if (rank == size - 1)
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    CHECK(memory == (rank == 0 ? 12 : 0));
    MPI_Win_lock(MPI_LOCK_SHARED, MPI_PROC_NULL, 0, win);
    nobody(win);
    MPI_Win_flush(MPI_PROC_NULL, win);
    MPI_Win_unlock(MPI_PROC_NULL, win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right, 0, win);
    zero(right, win);
    MPI_Win_unlock(right, win);
    MPI_Win_lock_all(0, win);
    nobody(win);
    zero(rank, win);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    return end();
}
