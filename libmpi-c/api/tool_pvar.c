// Performance variables (MPI 5.0 §15.3.7): how often the fast path of the hardware could not be used. They are counters of
// the channel, and one of one-sided communication. They always count and cannot be reset.
#include <string.h>

#include "rma/rma.h"
#include "api/tool.h"
#include "channel/fallback.h"

struct tool_pvar_handle {
    const struct chan_fallback *variable;
};

static uint32_t tool_no_transfer(void)
{
    return rma_no_transfer;
}

static uint32_t tool_no_barrier(void)
{
    return p2p_no_barrier;
}

static uint32_t tool_no_cells(void)
{
    return p2p_no_cells;
}

static const struct chan_fallback tool_fallbacks[] = {
    {"no_transfer", "puts and gets of many short pieces that were sent to the other rank's program", tool_no_transfer},
    {"no_barrier", "barriers of MPI_COMM_WORLD by messages, as the network interface has none", tool_no_barrier},
    {"no_cells", "exchanges of a few words in MPI_COMM_WORLD by messages, as the network interface has no cells", tool_no_cells},
};

static int tool_channel_count(void)
{
    int count = 0;
    while (chan_fallbacks[count].name != NULL)
        count++;
    return count;
}

static int tool_pvar_count(void)
{
    return tool_channel_count() + (int)(sizeof tool_fallbacks / sizeof tool_fallbacks[0]);
}

// The variable with an index. Those of the channel come first.
static const struct chan_fallback *tool_pvar(int index)
{
    int own = index - tool_channel_count();
    return own < 0 ? &chan_fallbacks[index] : &tool_fallbacks[own];
}

int PMPI_T_pvar_get_num(int *num_pvar)
{
    if (!tool_is_open())
        return MPI_T_ERR_NOT_INITIALIZED;
    if (num_pvar == NULL)
        return MPI_T_ERR_INVALID;
    *num_pvar = tool_pvar_count();
    return MPI_SUCCESS;
}
API_WEAK(T_pvar_get_num)

static int tool_pvar_check(int index)
{
    if (!tool_is_open())
        return MPI_T_ERR_NOT_INITIALIZED;
    return index < 0 || index >= tool_pvar_count() ? MPI_T_ERR_INVALID_INDEX : MPI_SUCCESS;
}

int PMPI_T_pvar_get_info(int pvar_index, char *name, int *name_len, int *verbosity, int *var_class,
                         MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len, int *bind,
                         int *readonly, int *continuous, int *atomic)
{
    int error = tool_pvar_check(pvar_index);
    if (error != MPI_SUCCESS)
        return error;
    tool_string(tool_pvar(pvar_index)->name, name, name_len);
    tool_string(tool_pvar(pvar_index)->meaning, desc, desc_len);
    tool_number(verbosity, MPI_T_VERBOSITY_USER_DETAIL);
    tool_number(var_class, MPI_T_PVAR_CLASS_COUNTER);
    tool_number(bind, MPI_T_BIND_NO_OBJECT);
    tool_number(readonly, 1);
    tool_number(continuous, 1);
    tool_number(atomic, 0);
    if (datatype != NULL)
        *datatype = MPI_UNSIGNED;
    if (enumtype != NULL)
        *enumtype = MPI_T_ENUM_NULL;
    return MPI_SUCCESS;
}
API_WEAK(T_pvar_get_info)

int PMPI_T_pvar_get_index(const char *name, int var_class, int *pvar_index)
{
    if (!tool_is_open())
        return MPI_T_ERR_NOT_INITIALIZED;
    if (name == NULL || pvar_index == NULL)
        return MPI_T_ERR_INVALID;
    for (int index = 0; var_class == MPI_T_PVAR_CLASS_COUNTER && index < tool_pvar_count(); index++) {
        if (strcmp(tool_pvar(index)->name, name) == 0) {
            *pvar_index = index;
            return MPI_SUCCESS;
        }
    }
    return MPI_T_ERR_INVALID_NAME;
}
API_WEAK(T_pvar_get_index)

int PMPI_T_pvar_session_create(MPI_T_pvar_session *session)
{
    if (!tool_is_open())
        return MPI_T_ERR_NOT_INITIALIZED;
    if (session == NULL)
        return MPI_T_ERR_INVALID;
    // A session needs no state, because variables cannot be reset.
    *session = p2p_try_allocate(1);
    return *session == NULL ? MPI_T_ERR_OUT_OF_SESSIONS : MPI_SUCCESS;
}
API_WEAK(T_pvar_session_create)

int PMPI_T_pvar_session_free(MPI_T_pvar_session *session)
{
    if (!tool_is_open())
        return MPI_T_ERR_NOT_INITIALIZED;
    if (session == NULL || *session == MPI_T_PVAR_SESSION_NULL)
        return MPI_T_ERR_INVALID_SESSION;
    p2p_free(*session);
    *session = MPI_T_PVAR_SESSION_NULL;
    return MPI_SUCCESS;
}
API_WEAK(T_pvar_session_free)

int PMPI_T_pvar_handle_alloc(MPI_T_pvar_session session, int pvar_index, void *obj_handle, MPI_T_pvar_handle *handle,
                             int *count)
{
    (void)obj_handle;
    int error = tool_pvar_check(pvar_index);
    if (error != MPI_SUCCESS)
        return error;
    if (session == MPI_T_PVAR_SESSION_NULL)
        return MPI_T_ERR_INVALID_SESSION;
    if (handle == NULL || count == NULL)
        return MPI_T_ERR_INVALID;
    struct tool_pvar_handle *made = p2p_try_allocate(sizeof *made);
    if (made == NULL)
        return MPI_T_ERR_OUT_OF_HANDLES;
    made->variable = tool_pvar(pvar_index);
    *handle = (MPI_T_pvar_handle)made;
    *count = 1;
    return MPI_SUCCESS;
}
API_WEAK(T_pvar_handle_alloc)

// Checks the arguments that functions of one variable share.
static int tool_pvar_check_handle(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
    if (!tool_is_open())
        return MPI_T_ERR_NOT_INITIALIZED;
    if (session == MPI_T_PVAR_SESSION_NULL)
        return MPI_T_ERR_INVALID_SESSION;
    return (uintptr_t)handle < P2P_FIRST_POINTER ? MPI_T_ERR_INVALID_HANDLE : MPI_SUCCESS;
}

int PMPI_T_pvar_handle_free(MPI_T_pvar_session session, MPI_T_pvar_handle *handle)
{
    int error = handle == NULL ? MPI_T_ERR_INVALID_HANDLE : tool_pvar_check_handle(session, *handle);
    if (error != MPI_SUCCESS)
        return error;
    p2p_free(*handle);
    *handle = MPI_T_PVAR_HANDLE_NULL;
    return MPI_SUCCESS;
}
API_WEAK(T_pvar_handle_free)

int PMPI_T_pvar_read(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf)
{
    int error = tool_pvar_check_handle(session, handle);
    if (error != MPI_SUCCESS)
        return error;
    if (buf == NULL)
        return MPI_T_ERR_INVALID;
    *(unsigned *)buf = ((const struct tool_pvar_handle *)handle)->variable->count();
    return MPI_SUCCESS;
}
API_WEAK(T_pvar_read)

// Returns `refusal` for an operation that counters do not have.
static int tool_pvar_refuse(MPI_T_pvar_session session, MPI_T_pvar_handle handle, int refusal)
{
    // MPI_T_PVAR_ALL_HANDLES means all handles for which the operation exists: none.
    if (handle == MPI_T_PVAR_ALL_HANDLES && tool_is_open() && session != MPI_T_PVAR_SESSION_NULL)
        return MPI_SUCCESS;
    int error = tool_pvar_check_handle(session, handle);
    return error != MPI_SUCCESS ? error : refusal;
}

int PMPI_T_pvar_start(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
    return tool_pvar_refuse(session, handle, MPI_T_ERR_PVAR_NO_STARTSTOP);
}
API_WEAK(T_pvar_start)

int PMPI_T_pvar_stop(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
    return tool_pvar_refuse(session, handle, MPI_T_ERR_PVAR_NO_STARTSTOP);
}
API_WEAK(T_pvar_stop)

int PMPI_T_pvar_reset(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
    return tool_pvar_refuse(session, handle, MPI_T_ERR_PVAR_NO_WRITE);
}
API_WEAK(T_pvar_reset)

int PMPI_T_pvar_write(MPI_T_pvar_session session, MPI_T_pvar_handle handle, const void *buf)
{
    (void)buf;
    return tool_pvar_refuse(session, handle, MPI_T_ERR_PVAR_NO_WRITE);
}
API_WEAK(T_pvar_write)

int PMPI_T_pvar_readreset(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf)
{
    (void)buf;
    return tool_pvar_refuse(session, handle, MPI_T_ERR_PVAR_NO_WRITE);
}
API_WEAK(T_pvar_readreset)
