// Errors on a window go to the window's handler, not to the handler of its communicator.
#include "../check.h"

static int calls;
static MPI_Win own;

static void handler(MPI_Win *win, int *code, ...)
{
    CHECK(*win == own && class_of(*code) == MPI_ERR_RANK);
    calls++;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Errhandler errhandler, found;
    int memory = 0, value = 1;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &own);
    MPI_Win_get_errhandler(own, &found);
    CHECK(found == MPI_ERRORS_ARE_FATAL);
    MPI_Errhandler_free(&found);
    MPI_Win_create_errhandler(handler, &errhandler);
    MPI_Win_set_errhandler(own, errhandler);
    MPI_Errhandler_free(&errhandler);
    MPI_Win_fence(0, own);
    CHECK(class_of(MPI_Put(&value, 1, MPI_INT, size, 0, 1, MPI_INT, own)) == MPI_ERR_RANK);
    CHECK(calls == 1);
    MPI_Put(&value, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, own);
    MPI_Win_fence(0, own);
    CHECK(memory == 1);
    MPI_Win_free(&own);
    return end();
}
