// Tests the program's error handlers and classes before MPI_Init and after MPI_Finalize (MPI 5.0 §11.4.1).
#include "../check.h"

static void of_comm(MPI_Comm *comm, int *code, ...)
{
    (void)comm, (void)code;
}

static void of_session(MPI_Session *session, int *code, ...)
{
    (void)session, (void)code;
}

static int works(void)
{
    MPI_Errhandler one, other;
    char text[MPI_MAX_ERROR_STRING] = "";
    int class = -1, length = 0;
    MPI_Comm_create_errhandler(of_comm, &one);
    MPI_Session_create_errhandler(of_session, &other);
    int right = one != MPI_ERRHANDLER_NULL && other != MPI_ERRHANDLER_NULL && one != other;
    MPI_Errhandler_free(&one);
    MPI_Errhandler_free(&other);
    MPI_Error_class(MPI_ERR_TRUNCATE, &class);
    MPI_Error_string(MPI_ERR_TRUNCATE, text, &length);
    return right && one == MPI_ERRHANDLER_NULL && class == MPI_ERR_TRUNCATE && length > 0 && length == (int)strlen(text);
}

int main(int argc, char **argv)
{
    int before = works();
    begin(&argc, &argv);
    CHECK(before && works());
    MPI_Finalize();
    if (rank == 0 && works())
        printf("ok\n");
    return 0;
}
