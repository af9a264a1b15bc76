// A key is freed while attributes have it: these are copied and deleted as before, and no new key has its value.
#include "../check.h"

static int copies, deletes, own_keyval;

static int copy(MPI_Comm old, int keyval, void *extra, void *in, void *out, int *flag)
{
    (void)old, (void)extra;
    CHECK(keyval == own_keyval);
    copies++;
    *(void **)out = in;
    *flag = 1;
    return MPI_SUCCESS;
}

static int delete(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm, (void)value, (void)extra;
    CHECK(keyval == own_keyval);
    deletes++;
    return MPI_SUCCESS;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm comm, other;
    int keyval, others[20];
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_create_keyval(copy, delete, &keyval, NULL);
    own_keyval = keyval;
    MPI_Comm_set_attr(comm, keyval, &comm);
    MPI_Comm_free_keyval(&keyval);
    CHECK(keyval == MPI_KEYVAL_INVALID && deletes == 0);
    for (int i = 0; i < 20; i++) {
        MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &others[i], NULL);
        CHECK(others[i] != own_keyval);
    }
    MPI_Comm_dup(comm, &other);
    CHECK(copies == 1);
    MPI_Comm_free(&comm);
    CHECK(deletes == 1);
    MPI_Comm_free(&other);
    CHECK(deletes == 2);
    for (int i = 0; i < 20; i++)
        MPI_Comm_free_keyval(&others[i]);
    return end();
}
