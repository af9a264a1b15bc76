// Tests attribute keys (created, used, freed) and their values (set, found, replaced, deleted).
#include "../check.h"

static int deleted;
static void *last;

static int delete(MPI_Comm comm, int keyval, void *value, void *extra)
{
    CHECK(comm == MPI_COMM_WORLD && keyval != MPI_KEYVAL_INVALID && extra == &deleted);
    deleted++;
    last = value;
    return MPI_SUCCESS;
}

static void many(void)
{
    enum { KEYS = 40 };
    int keys[KEYS], values[KEYS], flag, *found;
    for (int i = 0; i < KEYS; i++) {
        CHECK(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &keys[i], NULL) == MPI_SUCCESS);
        for (int j = 0; j < i; j++)
            CHECK(keys[i] != keys[j]);
        MPI_Comm_set_attr(MPI_COMM_SELF, keys[i], &values[i]);
    }
    for (int i = 0; i < KEYS; i++) {
        MPI_Comm_get_attr(MPI_COMM_SELF, keys[i], &found, &flag);
        CHECK(flag && found == &values[i]);
        MPI_Comm_get_attr(MPI_COMM_WORLD, keys[i], &found, &flag);
        CHECK(!flag);
        MPI_Comm_delete_attr(MPI_COMM_SELF, keys[i]);
        MPI_Comm_free_keyval(&keys[i]);
        CHECK(keys[i] == MPI_KEYVAL_INVALID);
    }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int keyval, flag = -1, one, two, *found = NULL;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete, &keyval, &deleted);
    CHECK(keyval != MPI_KEYVAL_INVALID);
    MPI_Comm_get_attr(MPI_COMM_WORLD, keyval, &found, &flag);
    CHECK(flag == 0);
    MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, &one);
    MPI_Comm_get_attr(MPI_COMM_WORLD, keyval, &found, &flag);
    CHECK(flag && found == &one && deleted == 0);
    MPI_Comm_get_attr(MPI_COMM_SELF, keyval, &found, &flag);
    CHECK(!flag);
    MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, &two);
    CHECK(deleted == 1 && last == &one);
    MPI_Comm_get_attr(MPI_COMM_WORLD, keyval, &found, &flag);
    CHECK(flag && found == &two);
    MPI_Comm_delete_attr(MPI_COMM_WORLD, keyval);
    CHECK(deleted == 2 && last == &two);
    MPI_Comm_get_attr(MPI_COMM_WORLD, keyval, &found, &flag);
    CHECK(!flag);
    // A null pointer is a value like any other.
    MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, NULL);
    MPI_Comm_get_attr(MPI_COMM_WORLD, keyval, &found, &flag);
    CHECK(flag && found == NULL);
    MPI_Comm_delete_attr(MPI_COMM_WORLD, keyval);
    CHECK(deleted == 3);
    MPI_Comm_free_keyval(&keyval);
    CHECK(keyval == MPI_KEYVAL_INVALID);
    many();
    return end();
}
