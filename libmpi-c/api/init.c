// Starting and ending MPI (MPI 5.0 §11.2, §11.4).
#include "api/buffer.h"
#include "api/orphan.h"
#include "coll/coll.h"

enum api_phase api_phase;
int api_thread_level;

static void api_start(const char *function)
{
    if (api_phase != API_BEFORE)
        api_end(MPI_ERR_OTHER, "%s: called %s", function,
                api_phase == API_RUNNING ? "a second time" : "after MPI_Finalize");
    p2p_init();
    api_phase = API_RUNNING;
    const char *wrong = coll_init();
    if (wrong != NULL)
        api_end(MPI_ERR_OTHER, "%s", wrong);
}

int PMPI_Init(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    api_start("MPI_Init");
    api_thread_level = MPI_THREAD_SINGLE;
    return MPI_SUCCESS;
}
API_WEAK(Init)

// A node has one hart, so there is never more than the main thread.
int PMPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    (void)argc;
    (void)argv;
    api_start("MPI_Init_thread");
    api_thread_level = required > MPI_THREAD_SINGLE ? MPI_THREAD_FUNNELED : MPI_THREAD_SINGLE;
    *provided = api_thread_level;
    return MPI_SUCCESS;
}
API_WEAK(Init_thread)

int PMPI_Query_thread(int *provided)
{
    api_enter("MPI_Query_thread");
    if (provided == NULL)
        return api_explain_pointer("MPI_Query_thread", NULL, "provided");
    *provided = api_thread_level;
    return MPI_SUCCESS;
}
API_WEAK(Query_thread)

int PMPI_Initialized(int *flag)
{
    *flag = api_phase != API_BEFORE;
    return MPI_SUCCESS;
}
API_WEAK(Initialized)

int PMPI_Finalized(int *flag)
{
    *flag = api_phase == API_AFTER;
    return MPI_SUCCESS;
}
API_WEAK(Finalized)

// After the barrier no rank needs anything of another's hart; what its NI still has to do it does by itself.
int PMPI_Finalize(void)
{
    api_enter("MPI_Finalize");
    api_buffer_flush();
    api_orphans_send();
    coll_barrier(&p2p_world);
    p2p_close();
    api_phase = API_AFTER;
    return MPI_SUCCESS;
}
API_WEAK(Finalize)
