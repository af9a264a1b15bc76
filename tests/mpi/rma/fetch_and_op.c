// All ranks draw numbers from a counter, each number once. Also other types and operations on single elements.
#include "../check.h"

static void draw(MPI_Win win)
{
    enum { DRAWS = 12 };
    int one = 1, last = -1, *drawn = calloc(size * DRAWS, sizeof(int));
    for (int i = 0; i < DRAWS; i++) {
        int number;
        MPI_Fetch_and_op(&one, &number, MPI_INT, 0, 0, MPI_SUM, win);
        MPI_Win_flush(0, win);
        CHECK(number > last && number < size * DRAWS);
        last = number;
        drawn[number] = 1;
    }
    MPI_Allreduce(MPI_IN_PLACE, drawn, size * DRAWS, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < size * DRAWS; i++)
        CHECK(drawn[i] == 1);
    free(drawn);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    long long *memory;
    MPI_Win win;
    MPI_Win_allocate(8 * sizeof(long long), sizeof(long long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    memset(memory, 0, 4 * sizeof(long long));
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    draw(win);
    int right = (rank + 1) % size;
    double half = 0.5, was;
    MPI_Fetch_and_op(&half, &was, MPI_DOUBLE, right, 1, MPI_SUM, win);
    MPI_Win_flush(right, win);
    CHECK(was == 0);
    MPI_Fetch_and_op(NULL, &was, MPI_DOUBLE, right, 1, MPI_NO_OP, win);
    MPI_Win_flush(right, win);
    CHECK(was == 0.5);
    long long large = 0x123456789abcdefLL + rank, got;
    MPI_Fetch_and_op(&large, &got, MPI_LONG_LONG, right, 2, MPI_REPLACE, win);
    MPI_Win_flush(right, win);
    CHECK(got == 0);
    signed char small = 100, old;
    for (int i = 0; i < 3; i++) {
        MPI_Fetch_and_op(&small, &old, MPI_SIGNED_CHAR, right, 3, MPI_MAX, win);
        MPI_Win_flush(right, win);
        CHECK(old == (i == 0 ? 0 : 100));
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    CHECK(memory[2] == 0x123456789abcdefLL + (rank + size - 1) % size);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    return end();
}
