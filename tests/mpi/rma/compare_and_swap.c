// A spin lock by compare and swap guards a sum. Also swaps of other types, with and without success.
#include "../check.h"

int main(int argc, char **argv)
{
    enum { ROUNDS = 5 };
    begin(&argc, &argv);
    long long *memory;
    MPI_Win win;
    MPI_Win_allocate(8 * sizeof(long long), sizeof(long long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    memset(memory, 0, 8 * sizeof(long long));
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < ROUNDS; i++) {
        int taken = 1 + rank, empty = 0, found;
        do {
            MPI_Compare_and_swap(&taken, &empty, &found, MPI_INT, 0, 0, win);
            MPI_Win_flush(0, win);
        } while (found != 0);
        long long sum;
        MPI_Get(&sum, 1, MPI_LONG_LONG, 0, 1, 1, MPI_LONG_LONG, win);
        MPI_Win_flush(0, win);
        sum += rank + 1;
        MPI_Put(&sum, 1, MPI_LONG_LONG, 0, 1, 1, MPI_LONG_LONG, win);
        MPI_Win_flush(0, win);
        MPI_Compare_and_swap(&empty, &taken, &found, MPI_INT, 0, 0, win);
        MPI_Win_flush(0, win);
        CHECK(found == taken);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    if (rank == 0)
        CHECK(memory[1] == (long long)ROUNDS * size * (size + 1) / 2);
    int right = (rank + 1) % size;
    unsigned char byte = 9, zero = 0, was = 77;
    MPI_Compare_and_swap(&byte, &zero, &was, MPI_BYTE, right, 2, win);
    MPI_Win_flush(right, win);
    CHECK(was == 0);
    MPI_Compare_and_swap(&zero, &zero, &was, MPI_BYTE, right, 2, win);
    MPI_Win_flush(right, win);
    CHECK(was == 9);
    unsigned long long big = ~0ULL, nine = 9, before;
    MPI_Compare_and_swap(&big, &nine, &before, MPI_UNSIGNED_LONG_LONG, right, 2, win);
    MPI_Win_flush(right, win);
    CHECK(before == 9);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    CHECK((unsigned long long)memory[2] == big);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    return end();
}
