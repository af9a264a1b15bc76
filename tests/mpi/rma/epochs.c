// Operations and synchronizations outside their epochs are errors. The window still works afterwards.
#include "../check.h"

#define WRONG(call) CHECK(class_of(call) == MPI_ERR_RMA_SYNC)

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    static _Alignas(64) int memory;
    int value = 5, right = (rank + 1) % size;
    MPI_Win win;
    MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    WRONG(MPI_Put(&value, 1, MPI_INT, right, 0, 1, MPI_INT, win));
    WRONG(MPI_Accumulate(&value, 1, MPI_INT, right, 0, 1, MPI_INT, MPI_SUM, win));
    WRONG(MPI_Win_complete(win));
    WRONG(MPI_Win_wait(win));
    WRONG(MPI_Win_unlock(right, win));
    WRONG(MPI_Win_unlock_all(win));
    WRONG(MPI_Win_flush(right, win));
    WRONG(MPI_Win_flush_all(win));
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    WRONG(MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win));
    WRONG(MPI_Win_lock_all(0, win));
    WRONG(MPI_Win_unlock_all(win));
    MPI_Put(&value, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    MPI_Win_unlock(right, win);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(memory == 5);
    MPI_Win_lock_all(0, win);
    WRONG(MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win));
    WRONG(MPI_Win_unlock(right, win));
    MPI_Win_unlock_all(win);
    MPI_Win_fence(0, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    WRONG(MPI_Get(&value, 1, MPI_INT, right, 0, 1, MPI_INT, win));
    MPI_Win_free(&win);
    return end();
}
