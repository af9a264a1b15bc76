// One epoch to all ranks: every kind of flush, and memory that its owner reads meanwhile.
#include "../check.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int *memory, *back = malloc(size * sizeof(int)), *out = malloc(size * sizeof(int));
    MPI_Win win;
    MPI_Win_allocate((MPI_Aint)(size * sizeof(int)), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    for (int assertion = 0; assertion <= MPI_MODE_NOCHECK; assertion += MPI_MODE_NOCHECK) {
        MPI_Win_lock_all(assertion, win);
        for (int i = 0; i < size; i++)
            memory[i] = -1;
        MPI_Win_sync(win);
        MPI_Barrier(MPI_COMM_WORLD);
        for (int to = 0; to < size; to++) {
            out[to] = rank * 100 + to;
            MPI_Put(&out[to], 1, MPI_INT, to, rank, 1, MPI_INT, win);
            if (to % 2 == 0)
                MPI_Win_flush_local(to, win);
        }
        MPI_Win_flush_local_all(win);
        memset(out, 0, size * sizeof(int));
        MPI_Win_flush_all(win);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_sync(win);
        for (int from = 0; from < size; from++)
            CHECK(memory[from] == from * 100 + rank);
        for (int from = 0; from < size; from++)
            MPI_Get(&back[from], 1, MPI_INT, from, rank, 1, MPI_INT, win);
        MPI_Win_flush(size - 1, win);
        CHECK(back[size - 1] == rank * 100 + size - 1);
        MPI_Win_flush_all(win);
        for (int from = 0; from < size; from++)
            CHECK(back[from] == rank * 100 + from);
        MPI_Win_unlock_all(win);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_free(&win);
    free(back);
    free(out);
    return end();
}
