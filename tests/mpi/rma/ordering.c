// Accumulates from one rank to one place are performed in order, whatever their kind and length.
#include "../check.h"

int main(int argc, char **argv)
{
    enum { LONG = 3000, ROUNDS = 20 };
    begin(&argc, &argv);
    int *memory, *values = malloc(LONG * sizeof(int)), right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Win win;
    MPI_Win_allocate(LONG * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    memset(memory, 0, LONG * sizeof(int));
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    int got[ROUNDS], one = 1, hundred = 100;
    for (int i = 0; i < ROUNDS; i++) {
        for (int j = 0; j < LONG; j++)
            values[j] = rank + i;
        MPI_Accumulate(values, LONG, MPI_INT, right, 0, LONG, MPI_INT, MPI_REPLACE, win);
        MPI_Accumulate(&one, 1, MPI_INT, right, LONG - 1, 1, MPI_INT, MPI_SUM, win);
        MPI_Fetch_and_op(&hundred, &got[i], MPI_INT, right, LONG - 1, MPI_PROD, win);
        MPI_Win_flush_local(right, win);
        CHECK(got[i] == rank + i + 1);
    }
    MPI_Win_flush(right, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    for (int j = 0; j < LONG - 1; j++)
        CHECK(memory[j] == left + ROUNDS - 1);
    CHECK(memory[LONG - 1] == (left + ROUNDS) * 100);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    free(values);
    return end();
}
