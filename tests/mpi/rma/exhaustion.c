// When no contexts are left, creating a window fails on all ranks. It works again after a context has been freed.
#include "../check.h"

enum { TOO_MANY = 40000 };

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm *all = malloc(TOO_MANY * sizeof *all);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    int count = 0, *memory;
    MPI_Win window;
    while (count < TOO_MANY && MPI_Comm_dup(MPI_COMM_WORLD, &all[count]) == MPI_SUCCESS)
        count++;
    CHECK(count < TOO_MANY);
    CHECK(class_of(MPI_Win_create(&count, sizeof count, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window)) == MPI_ERR_OTHER);
    CHECK(class_of(MPI_Win_allocate(sizeof *memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window)) == MPI_ERR_OTHER);
    MPI_Comm_free(&all[--count]);
    CHECK(MPI_Win_allocate(sizeof *memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window) == MPI_SUCCESS);
    MPI_Win_fence(0, window);
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    CHECK(*memory == (rank + size - 1) % size);
    MPI_Win_free(&window);
    while (count > 0)
        MPI_Comm_free(&all[--count]);
    free(all);
    return end();
}
