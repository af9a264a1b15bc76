// Tests performance variables: all can be found by name, described and read. Values never fall.
#include "../check.h"

#define MOST 512

int main(int argc, char **argv)
{
    int provided, number, again;
    CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) == MPI_SUCCESS);
    begin(&argc, &argv);
    CHECK(MPI_T_pvar_get_num(&number) == MPI_SUCCESS && number >= 0);
    MPI_T_pvar_session session;
    CHECK(MPI_T_pvar_session_create(&session) == MPI_SUCCESS);
    for (int i = 0; i < number; i++) {
        char name[MOST], text[MOST];
        int name_length = MOST, text_length = MOST, verbosity, class, bind, readonly, continuous, atomic, count;
        MPI_Datatype type;
        MPI_T_enum values;
        CHECK(MPI_T_pvar_get_info(i, name, &name_length, &verbosity, &class, &type, &values, text, &text_length, &bind,
                                  &readonly, &continuous, &atomic) == MPI_SUCCESS);
        CHECK(name_length == (int)strlen(name) + 1);
        CHECK(MPI_T_pvar_get_index(name, class, &again) == MPI_SUCCESS && again == i);
        MPI_T_pvar_handle handle;
        unsigned value[2] = {0};
        if (bind != MPI_T_BIND_NO_OBJECT || type != MPI_UNSIGNED || !continuous)
            continue;
        CHECK(MPI_T_pvar_handle_alloc(session, i, NULL, &handle, &count) == MPI_SUCCESS && count == 1);
        CHECK(MPI_T_pvar_read(session, handle, value) == MPI_SUCCESS);
        CHECK(MPI_T_pvar_read(session, handle, value + 1) == MPI_SUCCESS && value[1] >= value[0]);
        CHECK(MPI_T_pvar_handle_free(session, &handle) == MPI_SUCCESS && handle == MPI_T_PVAR_HANDLE_NULL);
    }
    CHECK(MPI_T_pvar_get_index("no such variable", MPI_T_PVAR_CLASS_COUNTER, &again) == MPI_T_ERR_INVALID_NAME);
    CHECK(MPI_T_pvar_session_free(&session) == MPI_SUCCESS && session == MPI_T_PVAR_SESSION_NULL);
    CHECK(MPI_T_finalize() == MPI_SUCCESS);
    return end();
}
