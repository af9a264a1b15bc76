// The tool interface: initialization, and categories, of which this library has none (MPI 5.0 §15.3).
#include "api/tool.h"

#include <string.h>

static int tool_opened;  // calls of MPI_T_init_thread without their MPI_T_finalize

bool tool_is_open(void)
{
    return tool_opened != 0;
}

void tool_string(const char *text, char *string, int *length)
{
    int whole = strlen(text) + 1;
    if (string != NULL && length != NULL && *length > 0) {
        int room = *length < whole ? *length : whole;
        memcpy(string, text, room - 1);
        string[room - 1] = '\0';
    }
    tool_number(length, whole);
}

int PMPI_T_init_thread(int required, int *provided)
{
    (void)required;
    if (provided == NULL)
        return MPI_T_ERR_INVALID;
    *provided = MPI_THREAD_SINGLE;
    tool_opened++;
    return MPI_SUCCESS;
}
API_WEAK(T_init_thread)

int PMPI_T_finalize(void)
{
    if (tool_opened == 0)
        return MPI_T_ERR_NOT_INITIALIZED;
    tool_opened--;
    return MPI_SUCCESS;
}
API_WEAK(T_finalize)

// Gives the number of variables of a kind that this library does not have: 0.
static int tool_none(int *number)
{
    if (tool_opened == 0)
        return MPI_T_ERR_NOT_INITIALIZED;
    if (number == NULL)
        return MPI_T_ERR_INVALID;
    *number = 0;
    return MPI_SUCCESS;
}

// Returns the error for an index or name of a kind that this library does not have.
static int tool_no_such(int error)
{
    return tool_opened == 0 ? MPI_T_ERR_NOT_INITIALIZED : error;
}

int PMPI_T_category_get_num(int *num_cat)
{
    return tool_none(num_cat);
}
API_WEAK(T_category_get_num)

// The number of changes of the categories: 0.
int PMPI_T_category_changed(int *update_number)
{
    return tool_none(update_number);
}
API_WEAK(T_category_changed)

int PMPI_T_category_get_info(int cat_index, char *name, int *name_len, char *desc, int *desc_len, int *num_cvars,
                             int *num_pvars, int *num_categories)
{
    (void)cat_index, (void)name, (void)name_len, (void)desc, (void)desc_len;
    (void)num_cvars, (void)num_pvars, (void)num_categories;
    return tool_no_such(MPI_T_ERR_INVALID_INDEX);
}
API_WEAK(T_category_get_info)

int PMPI_T_category_get_index(const char *name, int *cat_index)
{
    (void)name, (void)cat_index;
    return tool_no_such(MPI_T_ERR_INVALID_NAME);
}
API_WEAK(T_category_get_index)

#define NOTHING_IN_CATEGORY(name)                                 \
    int PMPI_T_category_get_##name(int cat_index, int len, int indices[]) \
    {                                                             \
        (void)cat_index, (void)len, (void)indices;                \
        return tool_no_such(MPI_T_ERR_INVALID_INDEX);         \
    }
NOTHING_IN_CATEGORY(cvars)
API_WEAK(T_category_get_cvars)
NOTHING_IN_CATEGORY(pvars)
API_WEAK(T_category_get_pvars)
NOTHING_IN_CATEGORY(categories)
API_WEAK(T_category_get_categories)
