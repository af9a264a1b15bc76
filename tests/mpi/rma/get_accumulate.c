// MPI_Get_accumulate returns the old contents, of every element once, in long operations, too. MPI_NO_OP only reads.
#include "../check.h"

int main(int argc, char **argv)
{
    enum { COUNT = 1700 };
    begin(&argc, &argv);
    int *memory, *mine = malloc(COUNT * sizeof(int)), *back = malloc(COUNT * sizeof(int));
    long seen = 0, all = 0;
    MPI_Win win;
    MPI_Win_allocate(COUNT * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < COUNT; i++) {
        memory[i] = 0;
        mine[i] = 1;
        back[i] = -1;
    }
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Get_accumulate(mine, COUNT, MPI_INT, back, COUNT, MPI_INT, 0, 0, COUNT, MPI_INT, MPI_SUM, win);
    MPI_Win_flush(0, win);
    for (int i = 0; i < COUNT; i++) {
        CHECK(back[i] >= 0 && back[i] < size);
        seen += back[i];
    }
    MPI_Allreduce(&seen, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    CHECK(all == (long)COUNT * size * (size - 1) / 2);
    MPI_Get_accumulate(NULL, 0, MPI_INT, back, COUNT, MPI_INT, 0, 0, COUNT, MPI_INT, MPI_NO_OP, win);
    MPI_Win_flush_local(0, win);
    for (int i = 0; i < COUNT; i++)
        CHECK(back[i] == size);
    MPI_Barrier(MPI_COMM_WORLD);
    // Each rank swaps with its own slot at the next rank.
    int next = (rank + 1) % size, value = 1000 + rank, before;
    MPI_Get_accumulate(&value, 1, MPI_INT, &before, 1, MPI_INT, next, 5, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(next, win);
    CHECK(before == (next == 0 ? size : 0));
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Get_accumulate(NULL, 0, MPI_DATATYPE_NULL, &before, 1, MPI_INT, next, 5, 1, MPI_INT, MPI_NO_OP, win);
    MPI_Win_flush(next, win);
    CHECK(before == 1000 + rank);
    // An access without elements.
    MPI_Get_accumulate(&value, 0, MPI_INT, &before, 0, MPI_INT, next, 0, 0, MPI_INT, MPI_SUM, win);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    free(mine);
    free(back);
    return end();
}
