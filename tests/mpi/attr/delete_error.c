// A delete function fails: the call fails, and the attribute stays.
#include "../check.h"

static int code, calls;

static int delete(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm, (void)keyval, (void)value, (void)extra;
    calls++;
    return code;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    int keyval, flag, one, two, *found;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete, &keyval, NULL);
    MPI_Comm_set_attr(comm, keyval, &one);
    code = MPI_ERR_OTHER;
    CHECK(MPI_Comm_delete_attr(comm, keyval) != MPI_SUCCESS && calls == 1);
    MPI_Comm_get_attr(comm, keyval, &found, &flag);
    CHECK(flag && found == &one);
    CHECK(MPI_Comm_set_attr(comm, keyval, &two) != MPI_SUCCESS && calls == 2);
    MPI_Comm_get_attr(comm, keyval, &found, &flag);
    CHECK(flag && found == &one);
    CHECK(MPI_Comm_free(&comm) != MPI_SUCCESS && calls == 3);
    CHECK(comm != MPI_COMM_NULL);
    code = MPI_SUCCESS;
    CHECK(MPI_Comm_free(&comm) == MPI_SUCCESS && calls == 4);
    MPI_Comm_free_keyval(&keyval);
    return end();
}
