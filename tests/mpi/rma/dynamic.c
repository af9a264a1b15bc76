// Memory attached and detached while the window exists: addresses sent in messages,
// several regions, access to part of a region, and a list that is read from rank to rank.
#include "../check.h"

enum { REGIONS = 20 };

static void regions(MPI_Win win)
{
    int *memory[REGIONS], right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Aint mine[REGIONS], there[REGIONS];
    for (int i = 0; i < REGIONS; i++) {
        memory[i] = malloc((i + 1) * sizeof(int));
        for (int j = 0; j <= i; j++)
            memory[i][j] = rank * 1000 + i * 10;
        MPI_Win_attach(win, memory[i], (MPI_Aint)((i + 1) * sizeof(int)));
        MPI_Get_address(memory[i], &mine[i]);
    }
    MPI_Sendrecv(mine, sizeof mine, MPI_BYTE, left, 1, there, sizeof there, MPI_BYTE, right, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    for (int i = 0; i < REGIONS; i++) {
        int value = rank, got = -1, was = -1, one = 1;
        MPI_Get(&got, 1, MPI_INT, right, there[i], 1, MPI_INT, win);
        MPI_Win_flush(right, win);
        CHECK(got == right * 1000 + i * 10);
        MPI_Put(&value, 1, MPI_INT, right, MPI_Aint_add(there[i], i * sizeof(int)), 1, MPI_INT, win);
        MPI_Win_flush(right, win);
        MPI_Fetch_and_op(&one, &was, MPI_INT, right, MPI_Aint_add(there[i], i * sizeof(int)), MPI_SUM, win);
        MPI_Win_flush(right, win);
        CHECK(was == rank);
    }
    MPI_Win_unlock(right, win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < REGIONS; i++) {
        CHECK(memory[i][i] == left + 1);
        MPI_Win_detach(win, memory[i]);
        free(memory[i]);
    }
}

struct element {
    int value, next;  // rank of the next element, -1 at the end
};

static void list(MPI_Win win)
{
    struct element *own = malloc(sizeof *own), at;
    MPI_Aint mine, *all = malloc(size * sizeof *all);
    *own = (struct element){rank * rank, rank + 1 < size ? rank + 1 : -1};
    MPI_Win_attach(win, own, sizeof *own);
    MPI_Get_address(own, &mine);
    MPI_Allgather(&mine, sizeof mine, MPI_BYTE, all, sizeof mine, MPI_BYTE, MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    int sum = 0;
    for (int there = 0; there != -1; there = at.next) {
        MPI_Get(&at, 2, MPI_INT, there, all[there], 2, MPI_INT, win);
        MPI_Win_flush(there, win);
        sum += at.value - there * there + 1;
    }
    CHECK(sum == size);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_detach(win, own);
    free(own);
    free(all);
}

// An access may span adjacent regions, with an empty one between them.
static void touching(MPI_Win win)
{
    static int memory[4 * REGIONS], got[3 * REGIONS], put[3 * REGIONS];
    int right = (rank + 1) % size;
    MPI_Aint mine, there;
    MPI_Win_attach(win, memory + 2 * REGIONS, REGIONS * sizeof(int));
    MPI_Win_attach(win, memory, REGIONS * sizeof(int));
    MPI_Win_attach(win, memory + REGIONS, 0);
    MPI_Win_attach(win, memory + REGIONS, REGIONS * sizeof(int));
    MPI_Get_address(memory, &mine);
    MPI_Sendrecv(&mine, sizeof mine, MPI_BYTE, (rank + size - 1) % size, 1, &there, sizeof there, MPI_BYTE, right, 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    fill(put, sizeof put, rank);
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Put(put, 3 * REGIONS, MPI_INT, right, there, 3 * REGIONS, MPI_INT, win);
    MPI_Win_flush(right, win);
    MPI_Get(got, 3 * REGIONS, MPI_INT, right, there, 3 * REGIONS, MPI_INT, win);
    MPI_Win_unlock(right, win);
    CHECK(filled(got, sizeof got, rank));
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_detach(win, memory + REGIONS);
    MPI_Win_detach(win, memory + REGIONS);
    MPI_Win_detach(win, memory);
    MPI_Win_detach(win, memory + 2 * REGIONS);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Win win;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    regions(win);
    list(win);
    regions(win);
    touching(win);
    MPI_Win_free(&win);
    return end();
}
