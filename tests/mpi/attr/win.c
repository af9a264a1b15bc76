// Tests attributes of windows, both predefined ones and those of the program.
#include "../check.h"

static int deletes;

static int delete(MPI_Win win, int keyval, void *value, void *extra)
{
    CHECK(win != MPI_WIN_NULL && keyval != MPI_KEYVAL_INVALID && value == &deletes && extra == NULL);
    deletes++;
    return MPI_SUCCESS;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Win win;
    int keyval, flag, memory[6], *found;
    MPI_Aint *bytes;
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_get_attr(win, MPI_WIN_BASE, &found, &flag);
    CHECK(flag && found == memory);
    MPI_Win_get_attr(win, MPI_WIN_SIZE, &bytes, &flag);
    CHECK(flag && *bytes == sizeof memory);
    MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, &found, &flag);
    CHECK(flag && *found == sizeof(int));
    MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &found, &flag);
    CHECK(flag && *found == MPI_WIN_FLAVOR_CREATE);
    MPI_Win_get_attr(win, MPI_WIN_MODEL, &found, &flag);
    CHECK(flag && (*found == MPI_WIN_UNIFIED || *found == MPI_WIN_SEPARATE));
    MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, delete, &keyval, NULL);
    MPI_Win_get_attr(win, keyval, &found, &flag);
    CHECK(!flag);
    MPI_Win_set_attr(win, keyval, &deletes);
    MPI_Win_get_attr(win, keyval, &found, &flag);
    CHECK(flag && found == &deletes);
    MPI_Win_delete_attr(win, keyval);
    CHECK(deletes == 1);
    MPI_Win_set_attr(win, keyval, &deletes);
    MPI_Win_free_keyval(&keyval);
    CHECK(keyval == MPI_KEYVAL_INVALID && deletes == 1);
    MPI_Win_free(&win);
    CHECK(deletes == 2);
    return end();
}
