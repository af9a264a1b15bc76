// Wrong arguments return their error classes and change nothing.
#include "../check.h"

#define ERROR(call, class) CHECK(class_of(call) == (class))

// Some libraries return MPI_ERR_ARG instead of the specific class.
static void either(int code, int class)
{
    CHECK(class_of(code) == class || class_of(code) == MPI_ERR_ARG);
}

static void creation(void)
{
    MPI_Win win = MPI_WIN_NULL;
    int memory;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    ERROR(MPI_Win_create(&memory, -1, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win), MPI_ERR_SIZE);
    ERROR(MPI_Win_create(&memory, 4, 0, MPI_INFO_NULL, MPI_COMM_WORLD, &win), MPI_ERR_DISP);
    ERROR(MPI_Win_create(&memory, 4, 1, MPI_INFO_NULL, MPI_COMM_NULL, &win), MPI_ERR_COMM);
    ERROR(MPI_Win_free(&win), MPI_ERR_WIN);
    ERROR(MPI_Win_fence(0, win), MPI_ERR_WIN);
    ERROR(MPI_Put(&memory, 1, MPI_INT, 0, 0, 1, MPI_INT, win), MPI_ERR_WIN);
    ERROR(MPI_Win_lock_all(0, win), MPI_ERR_WIN);
}

static void operations(MPI_Win win)
{
    int a = 1, b = 2;
    MPI_Datatype type;
    MPI_Win_fence(0, win);
    ERROR(MPI_Put(&a, 1, MPI_INT, size, 0, 1, MPI_INT, win), MPI_ERR_RANK);
    ERROR(MPI_Put(&a, 1, MPI_INT, -7, 0, 1, MPI_INT, win), MPI_ERR_RANK);
    ERROR(MPI_Get(&a, -1, MPI_INT, 0, 0, 1, MPI_INT, win), MPI_ERR_COUNT);
    ERROR(MPI_Get(&a, 1, MPI_INT, 0, 0, -1, MPI_INT, win), MPI_ERR_COUNT);
    ERROR(MPI_Put(&a, 1, MPI_DATATYPE_NULL, 0, 0, 1, MPI_INT, win), MPI_ERR_TYPE);
    ERROR(MPI_Put(&a, 1, MPI_INT, 0, 0, 1, MPI_DATATYPE_NULL, win), MPI_ERR_TYPE);
    ERROR(MPI_Put(&a, 1, MPI_INT, 0, -1, 1, MPI_INT, win), MPI_ERR_DISP);
    ERROR(MPI_Accumulate(&a, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_OP_NULL, win), MPI_ERR_OP);
    ERROR(MPI_Fetch_and_op(&a, &b, MPI_INT, size, 0, MPI_SUM, win), MPI_ERR_RANK);
    ERROR(MPI_Compare_and_swap(&a, &a, &b, MPI_FLOAT, 0, 0, win), MPI_ERR_TYPE);
    MPI_Type_contiguous(2, MPI_INT, &type);
    ERROR(MPI_Get(&a, 1, type, 0, 0, 1, type, win), MPI_ERR_TYPE);
    MPI_Type_free(&type);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    CHECK(a == 1 && b == 2);
}

static void synchronization(MPI_Win win)
{
    either(MPI_Win_lock(0, 0, 0, win), MPI_ERR_LOCKTYPE);
    ERROR(MPI_Win_lock(MPI_LOCK_SHARED, size, 0, win), MPI_ERR_RANK);
    either(MPI_Win_lock(MPI_LOCK_SHARED, 0, MPI_MODE_NOPUT, win), MPI_ERR_ASSERT);
    either(MPI_Win_lock_all(MPI_MODE_NOSTORE, win), MPI_ERR_ASSERT);
    ERROR(MPI_Win_post(MPI_GROUP_NULL, 0, win), MPI_ERR_GROUP);
    ERROR(MPI_Win_start(MPI_GROUP_NULL, 0, win), MPI_ERR_GROUP);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    static _Alignas(64) int memory[16];
    MPI_Win win;
    creation();
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    operations(win);
    synchronization(win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 16; i++)
        CHECK(memory[i] == 0);
    MPI_Win_free(&win);
    return end();
}
