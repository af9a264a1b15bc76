// MPI_Init, MPI_Finalize, and the start and end of MPI for sessions (MPI 5.0 §11.2, §11.4).
#include "api/buffer.h"
#include "api/communicator.h"
#include "api/detached.h"
#include "api/session.h"
#include "coll/algorithms.h"

enum api_phase api_phase;
int api_thread_level;

static enum api_phase api_world;  // state by MPI_Init and MPI_Finalize only; sessions may begin before and end after
static unsigned api_sessions;

static void api_open(void)
{
    static int ranks;
    if (api_phase == API_RUNNING)
        return;
    if (ranks == 0)
        p2p_init();
    else
        p2p_world.size = ranks, p2p_self.size = 1;
    ranks = p2p_world.size;
    api_phase = API_RUNNING;
    const char *wrong = coll_init();
    if (wrong != NULL)
        api_end(MPI_ERR_OTHER, "%s", wrong);
}

// Waits until all messages handed over are sent: those in the buffer of MPI_Bsend, and sends whose requests are freed.
static void api_finish_sends(void)
{
    buffer_flush();
    detached_finish_sends();
}

// Ends MPI if neither MPI_Init nor a session needs it. What p2p has allocated is kept, because MPI may be started again.
static void api_close(void)
{
    if (api_world == API_RUNNING || api_sessions != 0)
        return;
    api_finish_sends();
    p2p_close();
    api_phase = api_world;
}

void session_begins(void)
{
    api_open();
    api_sessions++;
}

void session_ends_plain(void)
{
    api_sessions--;
    api_close();
}
P2P_REPLACEABLE(void, session_ends, (void), session_ends_plain)

static void api_start(const char *function)
{
    if (api_world != API_BEFORE)
        api_end(MPI_ERR_OTHER, "%s: called %s", function,
                api_world == API_RUNNING ? "a second time" : "after MPI_Finalize");
    api_open();
    api_world = API_RUNNING;
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

// A node has one hart, so threads cannot call MPI at the same time, and every level can be granted.
int PMPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    (void)argc;
    (void)argv;
    api_start("MPI_Init_thread");
    if (required < MPI_THREAD_SINGLE || required > MPI_THREAD_MULTIPLE)
        return api_error(NULL, MPI_ERR_ARG, "MPI_Init_thread: %d is no level of thread support", required);
    if (provided == NULL)
        return api_explain_pointer("MPI_Init_thread", NULL, "provided");
    api_thread_level = required;
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
    if (flag == NULL)
        return api_explain_pointer("MPI_Initialized", NULL, "flag");
    *flag = api_world != API_BEFORE;
    return MPI_SUCCESS;
}
API_WEAK(Initialized)

int PMPI_Finalized(int *flag)
{
    if (flag == NULL)
        return api_explain_pointer("MPI_Finalized", NULL, "flag");
    *flag = api_world == API_AFTER;
    return MPI_SUCCESS;
}
API_WEAK(Finalized)

// The attributes of MPI_COMM_SELF are deleted while all MPI functions still work (MPI 5.0 §11.2.4).
static void api_delete_own_attributes(void)
{
    int code = p2p_self.details == NULL ? MPI_SUCCESS
                                     : attribute_delete_all(ATTRIBUTE_OF_COMM, MPI_COMM_SELF, &p2p_self.details->attributes);
    if (code != MPI_SUCCESS)
        api_error(&p2p_self, code, "MPI_Finalize: the delete function of an attribute of MPI_COMM_SELF returned %d", code);
}

// After the barrier, no rank needs the hart of another one: a network interface completes its transfers by itself. The
// barrier uses messages, because a hardware barrier would count a rank that has called MPI_Barrier by mistake.
int PMPI_Finalize(void)
{
    if (api_world != API_RUNNING)
        api_end(MPI_ERR_OTHER, "MPI_Finalize: called %s", api_world == API_BEFORE ? "before MPI_Init" : "a second time");
    api_delete_own_attributes();
    api_finish_sends();
    coll_begin(transport_harts());
    coll_barrier_dissemination(transport_harts());
    api_world = API_AFTER;
    api_close();
    return MPI_SUCCESS;
}
API_WEAK(Finalize)
