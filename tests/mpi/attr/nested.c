// A delete function uses attributes itself: it finds the attribute that is being deleted, deletes another one, and creates keys.
#include "../check.h"

static int first, second, deletes;

static int delete_first(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)extra;
    void *found = NULL;
    int flag = 0, keys[12];
    CHECK(keyval == first);
    MPI_Comm_get_attr(comm, first, &found, &flag);
    CHECK(flag && found == value);
    MPI_Comm_get_attr(comm, second, &found, &flag);
    if (flag)
        MPI_Comm_delete_attr(comm, second);
    for (int i = 0; i < 12; i++)
        MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &keys[i], NULL);
    for (int i = 0; i < 12; i++)
        MPI_Comm_free_keyval(&keys[i]);
    deletes++;
    return MPI_SUCCESS;
}

static int delete_second(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm, (void)value, (void)extra;
    CHECK(keyval == second);
    deletes += 100;
    return MPI_SUCCESS;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int value, flag;
    void *found;
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_first, &first, NULL);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_second, &second, NULL);
    MPI_Comm_set_attr(comm, first, &value);
    MPI_Comm_set_attr(comm, second, &value);
    MPI_Comm_delete_attr(comm, first);
    CHECK(deletes == 101);
    MPI_Comm_get_attr(comm, second, &found, &flag);
    CHECK(!flag);
    MPI_Comm_set_attr(comm, second, &value);
    MPI_Comm_set_attr(comm, first, &value);
    MPI_Comm_free(&comm);
    CHECK(deletes == 202);
    MPI_Comm_free_keyval(&first);
    MPI_Comm_free_keyval(&second);
    return end();
}
