// Tests post, start, complete, wait: with groups of some ranks, with test, with assertions, several times, and with empty groups.
#include "../check.h"

static MPI_Group group_of(int count, const int ranks[])
{
    MPI_Group world, group;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, count, ranks, &group);
    MPI_Group_free(&world);
    return group;
}

int main(int argc, char **argv)
{
    enum { ROUNDS = 6 };
    begin(&argc, &argv);
    static _Alignas(64) int memory[16];
    int next = (rank + 1) % size, before = (rank + size - 1) % size;
    MPI_Win win;
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Group to = group_of(1, &next), from = group_of(1, &before);
    for (int round = 0; round < ROUNDS; round++) {
        int value = rank * 10 + round, got = -1;
        MPI_Win_post(from, 0, win);
        if (round == 1)
            MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_start(to, round == 1 ? MPI_MODE_NOCHECK : 0, win);
        MPI_Put(&value, 1, MPI_INT, next, 0, 1, MPI_INT, win);
        MPI_Accumulate(&value, 1, MPI_INT, next, 1, 1, MPI_INT, MPI_SUM, win);
        MPI_Get(&got, 1, MPI_INT, next, 2, 1, MPI_INT, win);
        MPI_Win_complete(win);
        CHECK(got == (round == 0 ? 0 : next * 1000 + round - 1));
        int done = 0;
        while (round % 2 == 0 && !done)
            MPI_Win_test(win, &done);
        if (!done)
            MPI_Win_wait(win);
        CHECK(memory[0] == before * 10 + round);
        CHECK(memory[1] == (round + 1) * before * 10 + round * (round + 1) / 2);
        memory[2] = rank * 1000 + round;
    }
    MPI_Group_free(&to);
    MPI_Group_free(&from);
    // All ranks access rank 0, and rank 0 is one of them.
    int *all = malloc(size * sizeof(int)), zero = 0, one = 1;
    for (int i = 0; i < size; i++)
        all[i] = i;
    to = group_of(1, &zero);
    from = group_of(size, all);
    MPI_Barrier(MPI_COMM_WORLD);
    memory[2] = 0;
    if (rank == 0)
        MPI_Win_post(from, MPI_MODE_NOSTORE, win);
    MPI_Win_start(to, 0, win);
    MPI_Accumulate(&one, 1, MPI_INT, 0, 2, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_complete(win);
    if (rank == 0) {
        MPI_Win_wait(win);
        CHECK(memory[2] == size);
    }
    MPI_Win_post(MPI_GROUP_EMPTY, 0, win);
    MPI_Win_start(MPI_GROUP_EMPTY, 0, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    MPI_Group_free(&to);
    MPI_Group_free(&from);
    MPI_Win_free(&win);
    free(all);
    return end();
}
