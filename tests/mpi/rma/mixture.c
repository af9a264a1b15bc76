// One-sided communication beside messages and collectives: a rank that waits in any of them serves the others.
#include "../check.h"

int main(int argc, char **argv)
{
    enum { ROUNDS = 10, LENGTH = 3000 };
    begin(&argc, &argv);
    int *memory, right = (rank + 1) % size, left = (rank + size - 1) % size, sums = 0;
    unsigned char *out = malloc(LENGTH), *in = malloc(LENGTH);
    MPI_Win win;
    MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    memory[0] = memory[1] = 0;
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    for (int round = 0; round < ROUNDS; round++) {
        MPI_Request request;
        int root = round % size, value = rank, sum;
        MPI_Irecv(in, LENGTH, MPI_BYTE, left, round, MPI_COMM_WORLD, &request);
        // Rank `root` waits in a receive while the others request its lock.
        if (rank != root) {
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, root, 0, win);
            MPI_Accumulate(&value, 1, MPI_INT, root, 0, 1, MPI_INT, MPI_SUM, win);
            MPI_Win_unlock(root, win);
            MPI_Send(&value, 1, MPI_INT, root, 1000, MPI_COMM_WORLD);
        }
        for (int i = 1; rank == root && i < size; i++)
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 1000, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        fill(out, LENGTH, rank + round);
        MPI_Send(out, LENGTH, MPI_BYTE, right, round, MPI_COMM_WORLD);
        MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
        MPI_Fetch_and_op(&round, &value, MPI_INT, right, 1, MPI_SUM, win);
        MPI_Win_unlock(right, win);
        CHECK(value == round * (round - 1) / 2);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        CHECK(filled(in, LENGTH, left + round));
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        CHECK(sum == size * (size - 1) / 2);
        sums += rank == root ? sum - rank : 0;
    }
    MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED, win);
    CHECK(memory[0] == sums);
    MPI_Win_free(&win);
    free(out);
    free(in);
    return end();
}
