// Wrong arguments of calls on error handlers and attributes.
#include "expect.h"

static void of_win(MPI_Win *win, int *code, ...)
{
    (void)win, (void)code;
    CHECK(0);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    returning();
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL, found;
    int keyval = MPI_KEYVAL_INVALID, type_keyval, flag, *value;
    CHECK(MPI_Errhandler_free(&handler) != MPI_SUCCESS);
    CHECK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRHANDLER_NULL) != MPI_SUCCESS);
    EXPECT(MPI_ERR_COMM, MPI_Comm_set_errhandler(MPI_COMM_NULL, MPI_ERRORS_RETURN));
    EXPECT(MPI_ERR_COMM, MPI_Comm_get_errhandler(MPI_COMM_NULL, &found));
    EXPECT(MPI_ERR_COMM, MPI_Comm_call_errhandler(MPI_COMM_NULL, MPI_ERR_RANK));
    EXPECT(MPI_ERR_WIN, MPI_Win_set_errhandler(MPI_WIN_NULL, MPI_ERRORS_RETURN));
    MPI_Win_create_errhandler(of_win, &handler);
    CHECK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler) != MPI_SUCCESS);
    MPI_Errhandler_free(&handler);
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &found);
    CHECK(found == MPI_ERRORS_RETURN);
    EXPECT(MPI_ERR_KEYVAL, MPI_Comm_free_keyval(&keyval));
    EXPECT(MPI_ERR_KEYVAL, MPI_Comm_set_attr(MPI_COMM_WORLD, MPI_KEYVAL_INVALID, NULL));
    EXPECT(MPI_ERR_KEYVAL, MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_KEYVAL_INVALID, &value, &flag));
    EXPECT(MPI_ERR_KEYVAL, MPI_Comm_delete_attr(MPI_COMM_WORLD, MPI_KEYVAL_INVALID));
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
    EXPECT(MPI_ERR_COMM, MPI_Comm_set_attr(MPI_COMM_NULL, keyval, NULL));
    EXPECT(MPI_ERR_COMM, MPI_Comm_get_attr(MPI_COMM_NULL, keyval, &value, &flag));
    // Keys are for one kind of objects.
    MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &type_keyval, NULL);
    EXPECT(MPI_ERR_KEYVAL, MPI_Comm_set_attr(MPI_COMM_WORLD, type_keyval, NULL));
    EXPECT(MPI_ERR_KEYVAL, MPI_Type_set_attr(MPI_INT, keyval, NULL));
    EXPECT(MPI_ERR_KEYVAL, MPI_Comm_free_keyval(&type_keyval));
    EXPECT(MPI_ERR_TYPE, MPI_Type_set_attr(MPI_DATATYPE_NULL, type_keyval, NULL));
    EXPECT(MPI_ERR_WIN, MPI_Win_get_attr(MPI_WIN_NULL, keyval, &value, &flag));
    MPI_Comm_free_keyval(&keyval);
    MPI_Type_free_keyval(&type_keyval);
    working();
    return end();
}
