// Data may be shorter than the layout that receives it: put and accumulate at the target, get at the origin. Longer data is an error.
#include "../check.h"

enum { SENT = 6, ROOM = 40 };

static int memory[2 * ROOM], local[2 * ROOM];

static void prepare(MPI_Win window)
{
    MPI_Win_fence(0, window);
    for (int i = 0; i < 2 * ROOM; i++) {
        memory[i] = 1000 * rank + i;
        local[i] = -1 - i;
    }
    MPI_Win_fence(0, window);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int next = (rank + 1) % size, before = (rank + size - 1) % size;
    MPI_Datatype other;
    MPI_Win window;
    MPI_Type_vector(ROOM, 1, 2, MPI_INT, &other);
    MPI_Type_commit(&other);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_set_errhandler(window, MPI_ERRORS_RETURN);

    for (int strided = 0; strided < 2; strided++) {
        int count = strided ? 1 : ROOM, step = strided ? 2 : 1;
        MPI_Datatype type = strided ? other : MPI_INT;

        prepare(window);
        MPI_Put(local, SENT, MPI_INT, next, 0, count, type, window);
        MPI_Win_fence(0, window);
        for (int i = 0; i < 2 * ROOM; i++)
            CHECK(memory[i] == (i < SENT * step && i % step == 0 ? -1 - i / step : 1000 * rank + i));

        prepare(window);
        MPI_Accumulate(local, SENT, MPI_INT, next, 0, count, type, MPI_SUM, window);
        MPI_Win_fence(0, window);
        for (int i = 0; i < 2 * ROOM; i++)
            CHECK(memory[i] == 1000 * rank + i + (i < SENT * step && i % step == 0 ? -1 - i / step : 0));

        prepare(window);
        MPI_Get(local, count, type, before, 0, SENT, MPI_INT, window);
        MPI_Win_fence(0, window);
        for (int i = 0; i < 2 * ROOM; i++)
            CHECK(local[i] == (i < SENT * step && i % step == 0 ? 1000 * before + i / step : -1 - i));

        prepare(window);
        CHECK(class_of(MPI_Put(local, count, type, next, 0, SENT, MPI_INT, window)) == MPI_ERR_TYPE);
        CHECK(class_of(MPI_Get(local, SENT, MPI_INT, next, 0, count, type, window)) == MPI_ERR_TYPE);
        MPI_Win_fence(0, window);
    }
    MPI_Win_free(&window);
    MPI_Type_free(&other);
    return end();
}
