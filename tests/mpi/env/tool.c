// Tests the tool interface, which may be used before MPI_Init.
#include "../check.h"

int main(int argc, char **argv)
{
    int provided = -1, cvars = -1, pvars = -1, categories = -1;
    if (MPI_T_cvar_get_num(&cvars) != MPI_T_ERR_NOT_INITIALIZED || MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) != MPI_SUCCESS)
        return 1;
    begin(&argc, &argv);
    CHECK(provided >= MPI_THREAD_SINGLE);
    CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) == MPI_SUCCESS);
    CHECK(MPI_T_finalize() == MPI_SUCCESS);
    CHECK(MPI_T_cvar_get_num(&cvars) == MPI_SUCCESS && cvars >= 0);
    CHECK(MPI_T_pvar_get_num(&pvars) == MPI_SUCCESS && pvars >= 0);
    CHECK(MPI_T_category_get_num(&categories) == MPI_SUCCESS && categories >= 0);
    CHECK(MPI_T_finalize() == MPI_SUCCESS);
    return end();
}
