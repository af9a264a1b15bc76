// Threads and profiling control (MPI 5.0 §11.6, §15.2.4).
#include "api/api.h"

// A node has one hart, which runs main: every caller is the main thread.
int PMPI_Is_thread_main(int *flag)
{
    api_enter("MPI_Is_thread_main");
    if (flag == NULL)
        return api_explain_pointer("MPI_Is_thread_main", NULL, "flag");
    *flag = 1;
    return MPI_SUCCESS;
}
API_WEAK(Is_thread_main)

// Does nothing; profiling tools may define their own.
int PMPI_Pcontrol(const int level, ...)
{
    (void)level;
    return MPI_SUCCESS;
}
API_WEAK(Pcontrol)
