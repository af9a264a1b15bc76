// Tests operations with requests: completed one by one and together,
// tested, left to the end of the epoch, and more than there are counters.
#include "../check.h"

enum { MANY = 40, EACH = 300 };

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int *memory, *out = malloc(MANY * EACH * sizeof(int)), *back = calloc(MANY * EACH, sizeof(int));
    int right = (rank + 1) % size, left = (rank + size - 1) % size, flag = 0, more = rank, was = -1;
    MPI_Request requests[MANY], request;
    MPI_Status status;
    MPI_Win win;
    MPI_Win_allocate(MANY * EACH * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < MANY * EACH; i++)
        out[i] = rank * 100000 + i;
    for (int i = 0; i < MANY; i++)
        MPI_Rput(out + i * EACH, EACH, MPI_INT, right, i * EACH, EACH, MPI_INT, win, &requests[i]);
    MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE);
    MPI_Win_flush(right, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    for (int i = 0; i < MANY * EACH; i++)
        CHECK(memory[i] == left * 100000 + i);
    for (int i = 0; i < MANY; i++)
        MPI_Rget(back + i * EACH, EACH, MPI_INT, right, i * EACH, EACH, MPI_INT, win, &requests[i]);
    for (int i = 0; i < MANY; i++) {
        MPI_Wait(&requests[i], &status);
        CHECK(requests[i] == MPI_REQUEST_NULL);
        for (int j = 0; j < EACH; j++)
            CHECK(back[i * EACH + j] == rank * 100000 + i * EACH + j);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Raccumulate(&more, 1, MPI_INT, right, 0, 1, MPI_INT, MPI_SUM, win, &request);
    while (!flag)
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    MPI_Win_flush(right, win);
    MPI_Rget_accumulate(&more, 1, MPI_INT, &was, 1, MPI_INT, right, 0, 1, MPI_INT, MPI_REPLACE, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(was == rank * 100000 + rank);
    // Without elements, to MPI_PROC_NULL, and to the rank itself.
    MPI_Rput(out, 0, MPI_INT, right, 0, 0, MPI_INT, win, &requests[0]);
    MPI_Rget(back, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win, &requests[1]);
    MPI_Rget(back, 1, MPI_INT, rank, 1, 1, MPI_INT, win, &requests[2]);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    CHECK(back[0] == left * 100000 + 1);
    MPI_Rget(back, 2, MPI_INT, right, 2, 2, MPI_INT, win, &request);
    MPI_Win_unlock_all(win);
    CHECK(back[1] == rank * 100000 + 3);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_free(&win);
    free(out);
    free(back);
    return end();
}
