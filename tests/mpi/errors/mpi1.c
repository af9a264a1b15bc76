// Tests error handlers by the names of MPI-1.
#include "../check.h"

static int calls;

static void handler(MPI_Comm *comm, int *code, ...)
{
    CHECK(*comm == MPI_COMM_WORLD && class_of(*code) == MPI_ERR_TAG);
    calls++;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Errhandler own, found;
    int value = 0;
    MPI_Errhandler_create(handler, &own);
    MPI_Errhandler_set(MPI_COMM_WORLD, own);
    MPI_Errhandler_get(MPI_COMM_WORLD, &found);
    CHECK(found == own);
    MPI_Errhandler_free(&found);
    MPI_Errhandler_free(&own);
    CHECK(class_of(MPI_Send(&value, 1, MPI_INT, 0, -3, MPI_COMM_WORLD)) == MPI_ERR_TAG);
    CHECK(calls == 1);
    MPI_Errhandler_set(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &found);
    CHECK(found == MPI_ERRORS_RETURN);
    MPI_Errhandler_free(&found);
    CHECK(class_of(MPI_Send(&value, 1, MPI_INT, 0, -3, MPI_COMM_WORLD)) == MPI_ERR_TAG);
    CHECK(class_of(MPI_Reduce_local(&value, &value, 1, MPI_INT, MPI_SUM)) == MPI_ERR_BUFFER);
    void *attribute;
    int flag;
    CHECK(class_of(MPI_Type_get_attr(MPI_INT, MPI_KEYVAL_INVALID, &attribute, &flag)) == MPI_ERR_KEYVAL);
    CHECK(calls == 1);
    return end();
}
