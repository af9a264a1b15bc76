// Tests the kinds of windows and their properties: attributes, group, name; shared memory of a rank with itself.
#include "../check.h"

static void attributes(MPI_Win win, void *base, MPI_Aint size_there, int unit, int flavor)
{
    void *value;
    int flag;
    MPI_Win_get_attr(win, MPI_WIN_BASE, &value, &flag);
    CHECK(flag && value == base);
    MPI_Win_get_attr(win, MPI_WIN_SIZE, &value, &flag);
    CHECK(flag && *(MPI_Aint *)value == size_there);
    MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, &value, &flag);
    CHECK(flag && *(int *)value == unit);
    MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &value, &flag);
    CHECK(flag && *(int *)value == flavor);
    MPI_Win_get_attr(win, MPI_WIN_MODEL, &value, &flag);
    CHECK(flag && (*(int *)value == MPI_WIN_UNIFIED || *(int *)value == MPI_WIN_SEPARATE));
}

static void shared(void)
{
    MPI_Win win;
    MPI_Aint bytes;
    int *memory, *same, unit, value = 5;
    MPI_Win_allocate_shared(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_SELF, &memory, &win);
    attributes(win, memory, 8 * sizeof(int), sizeof(int), MPI_WIN_FLAVOR_SHARED);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &same);
    CHECK(bytes == 8 * sizeof(int) && unit == sizeof(int) && same == memory);
    MPI_Win_shared_query(win, MPI_PROC_NULL, &bytes, &unit, &same);
    CHECK(same == memory);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Put(&value, 1, MPI_INT, 0, 7, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
    CHECK(memory[7] == 5);
    MPI_Win_free(&win);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Win win;
    MPI_Group group, world;
    static _Alignas(64) double memory[3];
    double *own;
    char name[MPI_MAX_OBJECT_NAME];
    int length, same;
    MPI_Win_create(memory, sizeof memory, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    attributes(win, memory, sizeof memory, sizeof(double), MPI_WIN_FLAVOR_CREATE);
    MPI_Win_get_group(win, &group);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_compare(group, world, &same);
    CHECK(same == MPI_IDENT);
    MPI_Win_get_name(win, name, &length);
    CHECK(length == 0 && name[0] == '\0');
    MPI_Win_set_name(win, "three numbers");
    MPI_Win_get_name(win, name, &length);
    CHECK(length == 13 && strcmp(name, "three numbers") == 0);
    MPI_Win_free(&win);
    MPI_Group_size(group, &length);
    CHECK(length == size);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Win_allocate(rank * 16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win);
    attributes(win, own, rank * 16, 4, MPI_WIN_FLAVOR_ALLOCATE);
    MPI_Win_free(&win);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    attributes(win, MPI_BOTTOM, 0, 1, MPI_WIN_FLAVOR_DYNAMIC);
    MPI_Win_free(&win);
    shared();
    return end();
}
