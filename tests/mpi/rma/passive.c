// A target reads its memory until the awaited data is there. No message announces the data.
#include "../check.h"

// MPI may need the target's help for accumulates.
static void look(MPI_Win win)
{
    int any;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &any, MPI_STATUS_IGNORE);
    CHECK(!any);
    MPI_Win_sync(win);
}

int main(int argc, char **argv)
{
    enum { COUNT = 1000 };
    begin(&argc, &argv);
    int *memory, values[COUNT];
    MPI_Win win;
    MPI_Win_allocate(2 * COUNT * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    memset(memory, 0, (COUNT + 1) * sizeof(int));
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    volatile int *flag = &memory[COUNT];
    for (int turn = 0; turn < size; turn++) {
        int to = (turn + 1) % size;
        if (turn == rank) {
            while (turn != 0 && *flag == 0)
                look(win);
            for (int i = 0; i < COUNT; i++) {
                CHECK(turn == 0 || memory[i] == i + rank);
                values[i] = i + to;
            }
            int one = 1;
            MPI_Put(values, COUNT, MPI_INT, to, 0, COUNT, MPI_INT, win);
            MPI_Win_flush(to, win);
            MPI_Accumulate(&one, 1, MPI_INT, to, COUNT, 1, MPI_INT, MPI_REPLACE, win);
            MPI_Win_flush(to, win);
        }
    }
    if (rank == 0) {
        while (*flag == 0)
            look(win);
        for (int i = 0; i < COUNT; i++)
            CHECK(memory[i] == i);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    return end();
}
