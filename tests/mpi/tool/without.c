// Where the network interface has no barrier, a counter counts each barrier of MPI_COMM_WORLD by messages.
#include "../check.h"

static unsigned count(MPI_T_pvar_session session)
{
    int index, elements;
    unsigned value;
    MPI_T_pvar_handle handle;
    CHECK(MPI_T_pvar_get_index("no_barrier", MPI_T_PVAR_CLASS_COUNTER, &index) == MPI_SUCCESS);
    CHECK(MPI_T_pvar_handle_alloc(session, index, NULL, &handle, &elements) == MPI_SUCCESS);
    CHECK(MPI_T_pvar_read(session, handle, &value) == MPI_SUCCESS);
    CHECK(MPI_T_pvar_handle_free(session, &handle) == MPI_SUCCESS);
    return value;
}

int main(int argc, char **argv)
{
    int provided;
    begin(&argc, &argv);
    MPI_T_pvar_session session;
    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    CHECK(MPI_T_pvar_session_create(&session) == MPI_SUCCESS);
    unsigned before = count(session);
    enum { BARRIERS = 3 };
    for (int i = 0; i < BARRIERS; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    CHECK(count(session) == before + BARRIERS);
    MPI_T_finalize();
    return end();
}
