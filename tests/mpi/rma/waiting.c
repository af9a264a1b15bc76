// A rank waits for others by reading its own memory through the window, and serves them meanwhile.
#include "../check.h"

enum { UNLOCK, FLUSH, FLUSH_ALL, WAYS };

// Reads this rank's memory through the window.
static int look(MPI_Win win, int way)
{
    int value = -1;
    if (way == UNLOCK)
        MPI_Win_lock(MPI_LOCK_SHARED, rank, MPI_MODE_NOCHECK, win);
    MPI_Fetch_and_op(NULL, &value, MPI_INT, rank, 0, MPI_NO_OP, win);
    if (way == UNLOCK)
        MPI_Win_unlock(rank, win);
    else if (way == FLUSH)
        MPI_Win_flush(rank, win);
    else
        MPI_Win_flush_all(win);
    return value;
}

static void add(MPI_Win win, int way, int to)
{
    int one = 1;
    if (way == UNLOCK)
        MPI_Win_lock(MPI_LOCK_SHARED, to, MPI_MODE_NOCHECK, win);
    MPI_Accumulate(&one, 1, MPI_INT, to, 0, 1, MPI_INT, MPI_SUM, win);
    if (way == UNLOCK)
        MPI_Win_unlock(to, win);
    else
        MPI_Win_flush(to, win);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int *memory;
    MPI_Win win;
    MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    *memory = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int way = 0; way < WAYS; way++) {
        if (way != UNLOCK)
            MPI_Win_lock_all(0, win);
        for (int to = 0; to < size; to++)
            if (to != rank)
                add(win, way, to);
        while (look(win, way) < (way + 1) * (size - 1))
            continue;
        if (way != UNLOCK)
            MPI_Win_unlock_all(win);
    }
    MPI_Win_free(&win);
    return end();
}
