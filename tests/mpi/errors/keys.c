// Wrong arguments of calls on attributes, keys, error handlers, operations and names of errors.
#include "rows.h"

static int key, gone, invalid = MPI_KEYVAL_INVALID;

static void rows_of_comm_keys(void)
{
    int flag = -7, own = 5, freed = key;
    void *value = &own;
    MPI_Comm gone_comm = freed_comm();
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &gone, NULL);
    freed = gone;
    MPI_Comm_free_keyval(&gone);
    CHECK(gone == MPI_KEYVAL_INVALID);
    ROW(MPI_ERR_KEYVAL, MPI_Comm_set_attr(MPI_COMM_WORLD, invalid, &own));
    ROW(MPI_ERR_KEYVAL, MPI_Comm_get_attr(MPI_COMM_WORLD, invalid, &value, &flag));
    ROW(MPI_ERR_KEYVAL, MPI_Comm_delete_attr(MPI_COMM_WORLD, invalid));
    ROW(MPI_ERR_KEYVAL, MPI_Attr_put(MPI_COMM_WORLD, invalid, &own));
    ROW(MPI_ERR_KEYVAL, MPI_Attr_get(MPI_COMM_WORLD, invalid, &value, &flag));
    ROW(MPI_ERR_KEYVAL, MPI_Attr_delete(MPI_COMM_WORLD, invalid));
    OURS(MPI_ERR_KEYVAL, MPI_Comm_set_attr(MPI_COMM_WORLD, freed, &own));
    OURS(MPI_ERR_KEYVAL, MPI_Comm_get_attr(MPI_COMM_WORLD, freed, &value, &flag));
    OURS(MPI_ERR_KEYVAL, MPI_Comm_delete_attr(MPI_COMM_WORLD, freed));
    ROW(MPI_ERR_KEYVAL, MPI_Comm_set_attr(MPI_COMM_WORLD, MPI_TAG_UB, &own));
    ROW(MPI_ERR_KEYVAL, MPI_Comm_delete_attr(MPI_COMM_WORLD, MPI_TAG_UB));
    ROW(MPI_ERR_COMM, MPI_Comm_set_attr(MPI_COMM_NULL, key, &own));
    ROW(MPI_ERR_COMM, MPI_Comm_get_attr(MPI_COMM_NULL, key, &value, &flag));
    ROW(MPI_ERR_COMM, MPI_Comm_delete_attr(MPI_COMM_NULL, key));
    ROW(MPI_ERR_COMM, MPI_Comm_set_attr(gone_comm, key, &own));
    ROW(MPI_ERR_COMM, MPI_Comm_get_attr(gone_comm, key, &value, &flag));
    ROW(MPI_ERR_COMM, MPI_Comm_delete_attr(gone_comm, key));
    ROW(MPI_ERR_ARG, MPI_Comm_get_attr(MPI_COMM_WORLD, key, NULL, &flag));
    ROW(MPI_ERR_ARG, MPI_Comm_get_attr(MPI_COMM_WORLD, key, &value, NULL));
    ROW(MPI_ERR_KEYVAL, MPI_Comm_free_keyval(&invalid));
    OURS(MPI_ERR_KEYVAL, MPI_Comm_free_keyval(&freed));
    ROW(MPI_ERR_ARG, MPI_Comm_free_keyval(NULL));
    ROW(MPI_ERR_ARG, MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, NULL, NULL));
    CHECK(flag == -7 && value == &own && invalid == MPI_KEYVAL_INVALID);
}

static void rows_of_type_keys(void)
{
    int flag = -7, own = 5;
    void *value = &own;
    ROW(MPI_ERR_KEYVAL, MPI_Type_set_attr(MPI_INT, invalid, &own));
    ROW(MPI_ERR_KEYVAL, MPI_Type_get_attr(MPI_INT, invalid, &value, &flag));
    ROW(MPI_ERR_KEYVAL, MPI_Type_delete_attr(MPI_INT, invalid));
    ROW(MPI_ERR_KEYVAL, MPI_Type_free_keyval(&invalid));
    ROW(MPI_ERR_KEYVAL, MPI_Type_set_attr(MPI_INT, key, &own));
    ROW(MPI_ERR_TYPE, MPI_Type_set_attr(freed_type(), key, &own));
    ROW(MPI_ERR_TYPE, MPI_Type_get_attr(freed_type(), key, &value, &flag));
    ROW(MPI_ERR_TYPE, MPI_Type_delete_attr(freed_type(), key));
    CHECK(flag == -7 && value == &own);
}

static void handler(MPI_Comm *comm, int *code, ...)
{
    (void)comm, (void)code;
}

static void rows_of_handlers(void)
{
    MPI_Errhandler errhandler, freed, null = MPI_ERRHANDLER_NULL, found = null;
    MPI_Comm_create_errhandler(handler, &errhandler);
    freed = errhandler;
    MPI_Errhandler_free(&errhandler);
    OURS(MPI_ERR_ERRHANDLER, MPI_Errhandler_free(&null));
    OURS(MPI_ERR_ERRHANDLER, MPI_Errhandler_free(&freed));
    OURS(MPI_ERR_ERRHANDLER, MPI_Comm_set_errhandler(MPI_COMM_WORLD, null));
    OURS(MPI_ERR_ERRHANDLER, MPI_Comm_set_errhandler(MPI_COMM_WORLD, freed));
    ROW(MPI_ERR_COMM, MPI_Comm_set_errhandler(MPI_COMM_NULL, MPI_ERRORS_RETURN));
    ROW(MPI_ERR_COMM, MPI_Comm_get_errhandler(MPI_COMM_NULL, &found));
    ROW(MPI_ERR_COMM, MPI_Comm_call_errhandler(MPI_COMM_NULL, MPI_ERR_RANK));
    ROW(MPI_ERR_ARG, MPI_Comm_create_errhandler(NULL, &found));
    ROW(MPI_ERR_ARG, MPI_Comm_create_errhandler(handler, NULL));
    ROW(MPI_ERR_ARG, MPI_Comm_get_errhandler(MPI_COMM_WORLD, NULL));
    OURS(MPI_ERR_ARG, MPI_Errhandler_free(NULL));
    CHECK(found == null);
}

static void sum(void *in, void *inout, int *length, MPI_Datatype *type)
{
    (void)in, (void)inout, (void)length, (void)type;
}

static void rows_of_operations(void)
{
    MPI_Op op = MPI_OP_NULL, predefined = MPI_SUM, made, freed;
    int in = 1, inout = 2, flag = -7;
    double real = 1, other = 2;
    MPI_Op_create(sum, 1, &made);
    freed = made;
    MPI_Op_free(&made);
    ROW(MPI_ERR_OP, MPI_Op_free(&op));
    ROW(MPI_ERR_OP, MPI_Op_free(&predefined));
    OURS(MPI_ERR_OP, MPI_Op_free(&freed));
    ROW(MPI_ERR_OP, MPI_Op_commutative(MPI_OP_NULL, &flag));
    OURS(MPI_ERR_OP, MPI_Op_commutative(freed, &flag));
    OURS(MPI_ERR_ARG, MPI_Op_commutative(MPI_SUM, NULL));
    OURS(MPI_ERR_ARG, MPI_Op_free(NULL));
    ROW(MPI_ERR_ARG, MPI_Op_create(NULL, 1, &op));
    ROW(MPI_ERR_ARG, MPI_Op_create(sum, 1, NULL));
    ROW(MPI_ERR_OP, MPI_Reduce_local(&in, &inout, 1, MPI_INT, MPI_OP_NULL));
    OURS(MPI_ERR_OP, MPI_Reduce_local(&in, &inout, 1, MPI_INT, freed));
    ROW(MPI_ERR_OP, MPI_Reduce_local(&real, &other, 1, MPI_DOUBLE, MPI_BAND));
    OURS(MPI_ERR_COUNT, MPI_Reduce_local(&in, &inout, -1, MPI_INT, MPI_SUM));
    OURS(MPI_ERR_TYPE, MPI_Reduce_local(&in, &inout, 1, MPI_DATATYPE_NULL, MPI_SUM));
    OURS(MPI_ERR_TYPE, MPI_Reduce_local(&in, &inout, 1, loose_type(), MPI_SUM));
    OURS(MPI_ERR_BUFFER, MPI_Reduce_local(NULL, &inout, 1, MPI_INT, MPI_SUM));
    OURS(MPI_ERR_BUFFER, MPI_Reduce_local(&in, NULL, 1, MPI_INT, MPI_SUM));
    OURS(MPI_ERR_BUFFER, MPI_Reduce_local(&in, &in, 1, MPI_INT, MPI_SUM));
    CHECK(op == MPI_OP_NULL && predefined == MPI_SUM && flag == -7 && in == 1 && inout == 2 && other == 2);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    returning();
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    rows_of_comm_keys();
    rows_of_type_keys();
    MPI_Comm_free_keyval(&key);
    rows_of_handlers();
    rows_of_operations();
    return rows_end();
}
