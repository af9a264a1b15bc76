// A copy function fails: MPI_Comm_dup, MPI_Comm_idup and MPI_Type_dup
// fail and return a null handle. The original does not change.
#include "../check.h"

static int code;

static int copy(MPI_Comm old, int keyval, void *extra, void *in, void *out, int *flag)
{
    (void)old, (void)keyval, (void)extra;
    *(void **)out = in;
    *flag = 1;
    return code;
}

static int copy_of_type(MPI_Datatype old, int keyval, void *extra, void *in, void *out, int *flag)
{
    (void)old, (void)keyval, (void)extra;
    *(void **)out = in;
    *flag = 1;
    return code;
}

static void check_type(void)
{
    int failing, flag, *found;
    MPI_Datatype type, other = MPI_INT;
    MPI_Type_contiguous(3, MPI_INT, &type);
    MPI_Type_create_keyval(copy_of_type, MPI_TYPE_NULL_DELETE_FN, &failing, NULL);
    MPI_Type_set_attr(type, failing, &code);
    code = MPI_ERR_OTHER;
    CHECK(MPI_Type_dup(type, &other) != MPI_SUCCESS);
    CHECK(other == MPI_DATATYPE_NULL);
    MPI_Type_get_attr(type, failing, &found, &flag);
    CHECK(flag && found == &code);
    code = MPI_SUCCESS;
    CHECK(MPI_Type_dup(type, &other) == MPI_SUCCESS);
    MPI_Type_get_attr(other, failing, &found, &flag);
    CHECK(flag && found == &code);
    MPI_Type_free(&other);
    MPI_Type_free(&type);
    MPI_Type_free_keyval(&failing);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int plain, failing, flag, value, *found;
    MPI_Comm comm = MPI_COMM_SELF;
    MPI_Request request;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &plain, NULL);
    MPI_Comm_create_keyval(copy, MPI_COMM_NULL_DELETE_FN, &failing, NULL);
    MPI_Comm_set_attr(MPI_COMM_WORLD, plain, &value);
    MPI_Comm_set_attr(MPI_COMM_WORLD, failing, &code);
    code = MPI_ERR_OTHER;
    CHECK(MPI_Comm_dup(MPI_COMM_WORLD, &comm) != MPI_SUCCESS);
    CHECK(comm == MPI_COMM_NULL);
    comm = MPI_COMM_SELF;
    CHECK(MPI_Comm_idup(MPI_COMM_WORLD, &comm, &request) != MPI_SUCCESS);
    CHECK(comm == MPI_COMM_NULL);
    MPI_Comm_get_attr(MPI_COMM_WORLD, failing, &found, &flag);
    CHECK(flag && found == &code);
    code = MPI_SUCCESS;
    CHECK(MPI_Comm_dup(MPI_COMM_WORLD, &comm) == MPI_SUCCESS);
    MPI_Comm_get_attr(comm, plain, &found, &flag);
    CHECK(flag && found == &value);
    MPI_Comm_get_attr(comm, failing, &found, &flag);
    CHECK(flag && found == &code);
    MPI_Comm_free(&comm);
    MPI_Comm_free_keyval(&plain);
    MPI_Comm_free_keyval(&failing);
    check_type();
    return end();
}
