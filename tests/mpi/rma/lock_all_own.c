// MPI_Win_lock_all locks the own window, too: while another rank holds that lock exclusively, the own memory does not change.
#include "../check.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int *memory, value;
    MPI_Win window;
    MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
    for (int round = 0; round < 3; round++) {
        *memory = 0;
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0) {
            MPI_Recv(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Win_lock_all(0, window);
            ++*(volatile int *)memory;
            MPI_Win_unlock_all(window);
        } else if (rank == 1) {
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
            MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
            MPI_Win_flush(0, window);
            MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
            for (double start = MPI_Wtime(); MPI_Wtime() - start < 0.002;)
                ;
            value++;
            MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
            MPI_Win_unlock(0, window);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_lock_all(0, window);
        CHECK(rank != 0 || *memory == 2);
        MPI_Win_unlock_all(window);
    }
    MPI_Win_free(&window);
    return end();
}
