// Tests a rank's access to its own memory by every operation and in every kind of epoch, also where origin and target overlap in a window.
#include "../check.h"

static int *memory;

static void operate(MPI_Win win)
{
    int a = 3, b = 4, was = -1;
    memory[0] = 10;
    MPI_Put(&a, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    MPI_Accumulate(&b, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Get(&memory[2], 1, MPI_INT, 0, 3, 1, MPI_INT, win);
    MPI_Fetch_and_op(&a, &was, MPI_INT, 0, 4, MPI_REPLACE, win);
}

static void verify(void)
{
    CHECK(memory[0] == 14 && memory[1] == 3 && memory[2] == 33 && memory[4] == 3);
    memset(memory, 0, 5 * sizeof(int));
    memory[3] = 33;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Win win;
    MPI_Group group;
    MPI_Comm_group(MPI_COMM_SELF, &group);
    MPI_Win_allocate(5 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_SELF, &memory, &win);
    memory[3] = 33;
    MPI_Win_fence(0, win);
    operate(win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    verify();
    MPI_Win_post(group, 0, win);
    MPI_Win_start(group, 0, win);
    operate(win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    verify();
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    operate(win);
    MPI_Win_flush(0, win);
    MPI_Win_unlock(0, win);
    verify();
    MPI_Win_lock_all(0, win);
    operate(win);
    MPI_Win_unlock_all(win);
    verify();
    MPI_Win_free(&win);
    MPI_Group_free(&group);
    return end();
}
