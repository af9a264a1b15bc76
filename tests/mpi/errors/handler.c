// Tests error handlers of communicators: called with the communicator and the code, inherited, freed while in use.
#include "../check.h"

static int calls, last;
static MPI_Comm which;

static void handler(MPI_Comm *comm, int *code, ...)
{
    calls++;
    which = *comm;
    last = *code;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Errhandler own, found;
    MPI_Comm comm, split;
    int value = 0;
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &found);
    CHECK(found == MPI_ERRORS_ARE_FATAL);
    MPI_Errhandler_free(&found);
    MPI_Comm_create_errhandler(handler, &own);
    CHECK(own != MPI_ERRHANDLER_NULL);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, own);
    int code = MPI_Send(&value, 1, MPI_INT, size, 0, comm);
    CHECK(calls == 1 && which == comm && class_of(code) == MPI_ERR_RANK && class_of(last) == MPI_ERR_RANK);
    MPI_Comm_get_errhandler(comm, &found);
    CHECK(found == own);
    MPI_Errhandler_free(&found);
    CHECK(found == MPI_ERRHANDLER_NULL);
    // The communicator keeps the freed handler, and communicators made from it inherit it.
    MPI_Errhandler_free(&own);
    CHECK(own == MPI_ERRHANDLER_NULL);
    MPI_Comm_split(comm, 0, rank, &split);
    MPI_Comm_free(&comm);
    MPI_Recv(&value, -1, MPI_INT, 0, 0, split, MPI_STATUS_IGNORE);
    CHECK(calls == 2 && which == split && class_of(last) == MPI_ERR_COUNT);
    // Another communicator can have another handler.
    MPI_Comm_dup(split, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    CHECK(class_of(MPI_Send(&value, 1, MPI_INT, 0, -7, comm)) == MPI_ERR_TAG && calls == 2);
    MPI_Comm_get_errhandler(split, &found);
    MPI_Comm_set_errhandler(comm, found);
    MPI_Errhandler_free(&found);
    MPI_Comm_free(&split);
    MPI_Bcast(&value, 1, MPI_INT, -1, comm);
    CHECK(calls == 3 && which == comm && class_of(last) == MPI_ERR_ROOT);
    MPI_Comm_free(&comm);
    // When the last user of a handler changes to another one, the freed handler goes away.
    for (int i = 0; i < 50; i++) {
        MPI_Comm_create_errhandler(handler, &own);
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, own);
        MPI_Errhandler_free(&own);
    }
    MPI_Send(&value, 1, MPI_INT, size, 0, MPI_COMM_WORLD);
    CHECK(calls == 4 && which == MPI_COMM_WORLD);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    return end();
}
