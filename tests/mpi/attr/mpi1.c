// Tests attributes by the names of MPI-1.
#include "../check.h"

static int deletes;

static int delete(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm, (void)keyval, (void)value;
    deletes += *(int *)extra;
    return MPI_SUCCESS;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int keyval, none, weight = 10, flag, value, *found;
    MPI_Comm comm;
    MPI_Keyval_create(MPI_DUP_FN, delete, &keyval, &weight);
    MPI_Keyval_create(MPI_NULL_COPY_FN, MPI_NULL_DELETE_FN, &none, NULL);
    MPI_Attr_put(MPI_COMM_WORLD, keyval, &value);
    MPI_Attr_put(MPI_COMM_WORLD, none, &weight);
    MPI_Attr_get(MPI_COMM_WORLD, keyval, &found, &flag);
    CHECK(flag && found == &value);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Attr_get(comm, keyval, &found, &flag);
    CHECK(flag && found == &value);
    MPI_Attr_get(comm, none, &found, &flag);
    CHECK(!flag);
    MPI_Comm_free(&comm);
    CHECK(deletes == 10);
    // Old and new names access the same attributes.
    MPI_Comm_get_attr(MPI_COMM_WORLD, none, &found, &flag);
    CHECK(flag && found == &weight);
    MPI_Attr_delete(MPI_COMM_WORLD, keyval);
    CHECK(deletes == 20);
    MPI_Comm_delete_attr(MPI_COMM_WORLD, none);
    MPI_Keyval_free(&keyval);
    MPI_Comm_free_keyval(&none);
    CHECK(keyval == MPI_KEYVAL_INVALID && none == MPI_KEYVAL_INVALID);
    MPI_Attr_get(MPI_COMM_WORLD, MPI_TAG_UB, &found, &flag);
    CHECK(flag && *found >= 32767);
    return end();
}
