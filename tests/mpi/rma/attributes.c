// Tests attributes of the program, hints, and error handlers of windows: called with the window, deleted with it.
#include "../check.h"

static int deleted, handled;
static MPI_Win seen;

static int delete(MPI_Win win, int key, void *value, void *extra)
{
    (void)win;
    (void)key;
    deleted += *(int *)value;
    CHECK(extra == &deleted);
    return MPI_SUCCESS;
}

static void handler(MPI_Win *win, int *code, ...)
{
    seen = *win;
    handled = class_of(*code);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    static _Alignas(64) int memory;
    int key, number = 3, flag, *value;
    MPI_Win win;
    MPI_Errhandler errhandler, was;
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "no_locks", "false");
    MPI_Win_create(&memory, sizeof memory, 1, info, MPI_COMM_WORLD, &win);
    MPI_Info_free(&info);
    MPI_Win_get_info(win, &info);
    CHECK(info != MPI_INFO_NULL);
    MPI_Win_set_info(win, info);
    MPI_Info_free(&info);
    MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, delete, &key, &deleted);
    MPI_Win_get_attr(win, key, &value, &flag);
    CHECK(!flag);
    MPI_Win_set_attr(win, key, &number);
    MPI_Win_get_attr(win, key, &value, &flag);
    CHECK(flag && value == &number);
    MPI_Win_delete_attr(win, key);
    CHECK(deleted == 3);
    MPI_Win_set_attr(win, key, &number);
    MPI_Win_get_errhandler(win, &was);
    CHECK(was == MPI_ERRORS_ARE_FATAL);
    MPI_Win_create_errhandler(handler, &errhandler);
    MPI_Win_set_errhandler(win, errhandler);
    MPI_Errhandler_free(&errhandler);
    int code = MPI_Win_lock(MPI_LOCK_SHARED, size, 0, win);
    CHECK(class_of(code) == MPI_ERR_RANK);
    CHECK(handled == MPI_ERR_RANK);
    CHECK(seen == win);
    MPI_Win_call_errhandler(win, MPI_ERR_OTHER);
    CHECK(handled == MPI_ERR_OTHER);
    MPI_Win_free(&win);
    CHECK(deleted == 6);
    MPI_Win_free_keyval(&key);
    return end();
}
