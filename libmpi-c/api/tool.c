// The tool interface (MPI 5.0 §15.3): there are no variables and no categories. Errors are told by the return code alone.
#include "api/api.h"

static int api_tools;  // MPI_T_init_thread without its MPI_T_finalize

int PMPI_T_init_thread(int required, int *provided)
{
    (void)required;
    if (provided == NULL)
        return MPI_T_ERR_INVALID;
    *provided = MPI_THREAD_SINGLE;
    api_tools++;
    return MPI_SUCCESS;
}
API_WEAK(T_init_thread)

int PMPI_T_finalize(void)
{
    if (api_tools == 0)
        return MPI_T_ERR_NOT_INITIALIZED;
    api_tools--;
    return MPI_SUCCESS;
}
API_WEAK(T_finalize)

static int api_tool_give(int *number, int value)
{
    if (api_tools == 0)
        return MPI_T_ERR_NOT_INITIALIZED;
    if (number == NULL)
        return MPI_T_ERR_INVALID;
    *number = value;
    return MPI_SUCCESS;
}

int PMPI_T_cvar_get_num(int *num_cvar)
{
    return api_tool_give(num_cvar, 0);
}
API_WEAK(T_cvar_get_num)

int PMPI_T_pvar_get_num(int *num_pvar)
{
    return api_tool_give(num_pvar, 0);
}
API_WEAK(T_pvar_get_num)

int PMPI_T_category_get_num(int *num_cat)
{
    return api_tool_give(num_cat, 0);
}
API_WEAK(T_category_get_num)

// How often the categories have changed.
int PMPI_T_category_changed(int *update_number)
{
    return api_tool_give(update_number, 0);
}
API_WEAK(T_category_changed)
