// Tests attributes of datatypes, including predefined ones.
#include "../check.h"

static int copies, deletes;

static int copy(MPI_Datatype old, int keyval, void *extra, void *in, void *out, int *flag)
{
    CHECK(old != MPI_DATATYPE_NULL && keyval != MPI_KEYVAL_INVALID && extra == &copies);
    copies++;
    *(void **)out = in;
    *flag = 1;
    return MPI_SUCCESS;
}

static int delete(MPI_Datatype type, int keyval, void *value, void *extra)
{
    CHECK(type != MPI_DATATYPE_NULL && keyval != MPI_KEYVAL_INVALID && value != NULL && extra == &copies);
    deletes++;
    return MPI_SUCCESS;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Datatype type, duplicate;
    int keyval, flag, value, *found;
    MPI_Type_contiguous(3, MPI_INT, &type);
    MPI_Type_create_keyval(copy, delete, &keyval, &copies);
    MPI_Type_get_attr(type, keyval, &found, &flag);
    CHECK(!flag);
    MPI_Type_set_attr(type, keyval, &value);
    MPI_Type_get_attr(type, keyval, &found, &flag);
    CHECK(flag && found == &value);
    MPI_Type_dup(type, &duplicate);
    CHECK(copies == 1);
    MPI_Type_get_attr(duplicate, keyval, &found, &flag);
    CHECK(flag && found == &value);
    MPI_Type_delete_attr(type, keyval);
    CHECK(deletes == 1);
    MPI_Type_get_attr(type, keyval, &found, &flag);
    CHECK(!flag);
    MPI_Type_free(&type);
    CHECK(deletes == 1);
    MPI_Type_free(&duplicate);
    CHECK(deletes == 2);
    MPI_Type_set_attr(MPI_INT, keyval, &value);
    MPI_Type_get_attr(MPI_INT, keyval, &found, &flag);
    CHECK(flag && found == &value);
    MPI_Type_get_attr(MPI_DOUBLE, keyval, &found, &flag);
    CHECK(!flag);
    MPI_Type_dup(MPI_INT, &duplicate);
    CHECK(copies == 2);
    MPI_Type_free(&duplicate);
    MPI_Type_delete_attr(MPI_INT, keyval);
    CHECK(deletes == 4);
    MPI_Type_free_keyval(&keyval);
    CHECK(keyval == MPI_KEYVAL_INVALID);
    return end();
}
