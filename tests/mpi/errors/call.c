// Tests MPI_Comm_call_errhandler and the same for windows, sessions and files.
#include "../check.h"

static int calls, expected;
static MPI_Comm own_comm;
static MPI_Win own_win;
static MPI_Session own_session;

static void of_comm(MPI_Comm *comm, int *code, ...)
{
    CHECK(*comm == own_comm && *code == expected);
    calls++;
}

static void of_win(MPI_Win *win, int *code, ...)
{
    CHECK(*win == own_win && *code == expected);
    calls += 10;
}

static void of_session(MPI_Session *session, int *code, ...)
{
    CHECK(*session == own_session && *code == expected);
    calls += 100;
}

static void of_file(MPI_File *file, int *code, ...)
{
    CHECK(*file == MPI_FILE_NULL && *code == expected);
    calls += 1000;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Errhandler handler;
    int memory[2], class;
    MPI_Add_error_class(&class);
    MPI_Comm_dup(MPI_COMM_WORLD, &own_comm);
    MPI_Comm_create_errhandler(of_comm, &handler);
    MPI_Comm_set_errhandler(own_comm, handler);
    MPI_Errhandler_free(&handler);
    expected = MPI_ERR_TOPOLOGY;
    CHECK(MPI_Comm_call_errhandler(own_comm, expected) == MPI_SUCCESS && calls == 1);
    MPI_Add_error_code(class, &expected);
    CHECK(MPI_Comm_call_errhandler(own_comm, expected) == MPI_SUCCESS && calls == 2);
    MPI_Comm_set_errhandler(own_comm, MPI_ERRORS_RETURN);
    CHECK(MPI_Comm_call_errhandler(own_comm, MPI_ERR_RANK) == MPI_SUCCESS && calls == 2);
    MPI_Comm_free(&own_comm);

    MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &own_win);
    MPI_Win_create_errhandler(of_win, &handler);
    MPI_Win_set_errhandler(own_win, handler);
    CHECK(MPI_Win_call_errhandler(own_win, expected) == MPI_SUCCESS && calls == 12);
    MPI_Errhandler found;
    MPI_Win_get_errhandler(own_win, &found);
    CHECK(found == handler);
    MPI_Errhandler_free(&found);
    MPI_Errhandler_free(&handler);
    MPI_Win_free(&own_win);

    MPI_Session_create_errhandler(of_session, &handler);
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &own_session);
    MPI_Session_set_errhandler(own_session, handler);
    CHECK(MPI_Session_call_errhandler(own_session, expected) == MPI_SUCCESS && calls == 112);
    MPI_Session_get_errhandler(own_session, &found);
    CHECK(found == handler);
    MPI_Errhandler_free(&found);
    MPI_Errhandler_free(&handler);
    MPI_Session_finalize(&own_session);
    CHECK(own_session == MPI_SESSION_NULL);

    MPI_File_get_errhandler(MPI_FILE_NULL, &found);
    CHECK(found == MPI_ERRORS_RETURN);
    MPI_Errhandler_free(&found);
    MPI_File_create_errhandler(of_file, &handler);
    MPI_File_set_errhandler(MPI_FILE_NULL, handler);
    MPI_File_get_errhandler(MPI_FILE_NULL, &found);
    CHECK(found == handler);
    MPI_Errhandler_free(&found);
    MPI_Errhandler_free(&handler);
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
    return end();
}
