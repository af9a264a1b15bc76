// Tests pairs in accumulates: minimum and maximum with their index, with gaps in the pair, alone, in columns, and fetched.
#include "../check.h"

struct double_int {
    double value;
    int index;
};

struct short_int {
    short value;
    int index;
};

int main(int argc, char **argv)
{
    enum { COUNT = 10 };
    begin(&argc, &argv);
    struct double_int *memory, mine = {(rank * 7) % 5, rank}, was;
    struct short_int *shorts, few[COUNT];
    MPI_Win win;
    MPI_Win_allocate(sizeof *memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    *memory = (struct double_int){-1, 99};
    MPI_Win_fence(0, win);
    for (int to = 0; to < size; to++)
        MPI_Accumulate(&mine, 1, MPI_DOUBLE_INT, to, 0, 1, MPI_DOUBLE_INT, MPI_MAXLOC, win);
    MPI_Win_fence(0, win);
    double best = -1;
    int at = 99;
    for (int other = 0; other < size; other++) {
        if ((other * 7) % 5 > best) {
            best = (other * 7) % 5;
            at = other;
        }
    }
    CHECK(memory->value == best && memory->index == at);
    MPI_Get_accumulate(NULL, 0, MPI_DOUBLE_INT, &was, 1, MPI_DOUBLE_INT, (rank + 1) % size, 0, 1, MPI_DOUBLE_INT, MPI_NO_OP, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    CHECK(was.value == best && was.index == at);
    MPI_Win_free(&win);
    // Accumulates to every other pair of the target.
    MPI_Datatype column;
    MPI_Type_vector(COUNT, 1, 2, MPI_SHORT_INT, &column);
    MPI_Type_commit(&column);
    MPI_Win_allocate(2 * COUNT * sizeof *shorts, sizeof *shorts, MPI_INFO_NULL, MPI_COMM_WORLD, &shorts, &win);
    for (int i = 0; i < COUNT; i++) {
        few[i] = (struct short_int){rank + i, rank};
        shorts[2 * i] = (struct short_int){1000, -1};
        shorts[2 * i + 1] = (struct short_int){5, 5};
    }
    MPI_Win_fence(0, win);
    for (int to = 0; to < size; to++)
        MPI_Accumulate(few, COUNT, MPI_SHORT_INT, to, 0, 1, column, MPI_MINLOC, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < COUNT; i++) {
        CHECK(shorts[2 * i].value == i && shorts[2 * i].index == 0);
        CHECK(shorts[2 * i + 1].value == 5 && shorts[2 * i + 1].index == 5);
    }
    MPI_Put(few, COUNT, MPI_SHORT_INT, (rank + 1) % size, 0, COUNT, MPI_SHORT_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    for (int i = 0; i < COUNT; i++)
        CHECK(shorts[i].value == (rank + size - 1) % size + i && shorts[i].index == (rank + size - 1) % size);
    MPI_Win_free(&win);
    MPI_Type_free(&column);
    return end();
}
