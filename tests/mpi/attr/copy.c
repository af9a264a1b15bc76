// Tests which attributes a duplicate of a communicator gets.
#include "../check.h"

static int copies, deletes;

static int copy(MPI_Comm old, int keyval, void *extra, void *in, void *out, int *flag)
{
    CHECK(old == MPI_COMM_WORLD && keyval != MPI_KEYVAL_INVALID && extra == &copies);
    copies++;
    *(void **)out = (char *)in + 1;
    *flag = 1;
    return MPI_SUCCESS;
}

static int refuse(MPI_Comm old, int keyval, void *extra, void *in, void *out, int *flag)
{
    (void)old, (void)keyval, (void)extra, (void)in, (void)out;
    copies++;
    *flag = 0;
    return MPI_SUCCESS;
}

static int delete(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm, (void)keyval, (void)value, (void)extra;
    deletes++;
    return MPI_SUCCESS;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int keys[4], flag;
    char values[8], *found;
    MPI_Comm_copy_attr_function *functions[4] = {MPI_COMM_NULL_COPY_FN, MPI_COMM_DUP_FN, copy, refuse};
    for (int i = 0; i < 4; i++) {
        MPI_Comm_create_keyval(functions[i], delete, &keys[i], &copies);
        MPI_Comm_set_attr(MPI_COMM_WORLD, keys[i], &values[i]);
    }
    MPI_Comm comm, again;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    CHECK(copies == 2 && deletes == 0);
    char *expected[4] = {NULL, &values[1], &values[3], NULL};
    for (int i = 0; i < 4; i++) {
        MPI_Comm_get_attr(comm, keys[i], &found, &flag);
        CHECK(flag == (expected[i] != NULL));
        CHECK(!flag || found == expected[i]);
        MPI_Comm_get_attr(MPI_COMM_WORLD, keys[i], &found, &flag);
        CHECK(flag && found == &values[i]);
    }
    // MPI_Comm_split copies no attributes.
    MPI_Comm_split(MPI_COMM_WORLD, 0, rank, &again);
    CHECK(copies == 2);
    MPI_Comm_get_attr(again, keys[1], &found, &flag);
    CHECK(!flag);
    MPI_Comm_free(&again);
    CHECK(deletes == 0);
    MPI_Comm_free(&comm);
    CHECK(deletes == 2);
    for (int i = 0; i < 4; i++) {
        MPI_Comm_delete_attr(MPI_COMM_WORLD, keys[i]);
        MPI_Comm_free_keyval(&keys[i]);
    }
    CHECK(deletes == 6);
    return end();
}
