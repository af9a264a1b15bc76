// Control variables (MPI 5.0 §15.3.6): for each collective operation that has several algorithms, the algorithm of its calls. The
// variable of MPI_Allreduce is `coll_allreduce_algorithm`. Its value 0 (`automatic`) stands for the table of choices
// (coll/choices.h), which looks at the size of the message. Value 1 + i stands for row i of the operation in that table. An
// enumeration has the names. All ranks must write the same value, between the same two collective operations.
#include <ctype.h>
#include <string.h>

#include "api/tool.h"
#include "coll/choices.h"

struct tool_cvar {
    const char *operation;  // in capital letters
    enum coll_tag tag;
    const char *const *algorithms;
    int count;
};

#define TOOL_NAME(id, name, cannot, when) name,
#define TOOL_NAMES(operation, choose) \
    static const char *const tool_algorithms_##operation[] = {"automatic", COLL_##operation##_ROWS(TOOL_NAME)};
COLL_TABLES(TOOL_NAMES)

#define TOOL_CVAR(operation, choose) \
    {#operation, COLL_##operation, tool_algorithms_##operation, sizeof tool_algorithms_##operation / sizeof(char *)},

static const struct tool_cvar tool_cvars[] = {COLL_TABLES(TOOL_CVAR)};

enum { TOOL_CVARS = sizeof tool_cvars / sizeof tool_cvars[0], TOOL_TEXT_BYTES = 128 };

// Writes the operation of a variable in small letters between two texts.
static void tool_cvar_text(const struct tool_cvar *variable, const char *before, const char *after, char *text)
{
    char *next = text + strlen(strcpy(text, before));
    for (const char *letter = variable->operation; *letter != '\0'; letter++)
        *next++ = (char)tolower((unsigned char)*letter);
    strcpy(next, after);
}

static void tool_cvar_name(const struct tool_cvar *variable, char name[TOOL_TEXT_BYTES])
{
    tool_cvar_text(variable, "coll_", "_algorithm", name);
}

// The variable that a handle or an enumeration points at, or NULL if it points at none.
static const struct tool_cvar *tool_cvar_at(const void *handle)
{
    for (int i = 0; i < TOOL_CVARS; i++) {
        if (handle == &tool_cvars[i])
            return &tool_cvars[i];
    }
    return NULL;
}

int PMPI_T_cvar_get_num(int *num_cvar)
{
    if (!tool_is_open())
        return MPI_T_ERR_NOT_INITIALIZED;
    if (num_cvar == NULL)
        return MPI_T_ERR_INVALID;
    *num_cvar = TOOL_CVARS;
    return MPI_SUCCESS;
}
API_WEAK(T_cvar_get_num)

static int tool_cvar_check(int index)
{
    if (!tool_is_open())
        return MPI_T_ERR_NOT_INITIALIZED;
    return index < 0 || index >= TOOL_CVARS ? MPI_T_ERR_INVALID_INDEX : MPI_SUCCESS;
}

int PMPI_T_cvar_get_info(int cvar_index, char *name, int *name_len, int *verbosity, MPI_Datatype *datatype,
                         MPI_T_enum *enumtype, char *desc, int *desc_len, int *bind, int *scope)
{
    int error = tool_cvar_check(cvar_index);
    if (error != MPI_SUCCESS)
        return error;
    const struct tool_cvar *variable = &tool_cvars[cvar_index];
    static const char before[] = "the algorithm of MPI_";
    char own_name[TOOL_TEXT_BYTES], meaning[TOOL_TEXT_BYTES];
    tool_cvar_name(variable, own_name);
    tool_cvar_text(variable, before, "; automatic: by the size of the message", meaning);
    meaning[sizeof before - 1] = variable->operation[0];
    tool_string(own_name, name, name_len);
    tool_string(meaning, desc, desc_len);
    tool_number(verbosity, MPI_T_VERBOSITY_TUNER_BASIC);
    tool_number(bind, MPI_T_BIND_NO_OBJECT);
    tool_number(scope, MPI_T_SCOPE_ALL_EQ);
    if (datatype != NULL)
        *datatype = MPI_INT;
    if (enumtype != NULL)
        *enumtype = (MPI_T_enum)variable;
    return MPI_SUCCESS;
}
API_WEAK(T_cvar_get_info)

int PMPI_T_cvar_get_index(const char *name, int *cvar_index)
{
    if (!tool_is_open())
        return MPI_T_ERR_NOT_INITIALIZED;
    if (name == NULL || cvar_index == NULL)
        return MPI_T_ERR_INVALID;
    for (int i = 0; i < TOOL_CVARS; i++) {
        char own_name[TOOL_TEXT_BYTES];
        tool_cvar_name(&tool_cvars[i], own_name);
        if (strcmp(own_name, name) == 0) {
            *cvar_index = i;
            return MPI_SUCCESS;
        }
    }
    return MPI_T_ERR_INVALID_NAME;
}
API_WEAK(T_cvar_get_index)

int PMPI_T_cvar_handle_alloc(int cvar_index, void *obj_handle, MPI_T_cvar_handle *handle, int *count)
{
    (void)obj_handle;
    int error = tool_cvar_check(cvar_index);
    if (error != MPI_SUCCESS)
        return error;
    if (handle == NULL || count == NULL)
        return MPI_T_ERR_INVALID;
    *handle = (MPI_T_cvar_handle)&tool_cvars[cvar_index];
    *count = 1;
    return MPI_SUCCESS;
}
API_WEAK(T_cvar_handle_alloc)

int PMPI_T_cvar_handle_free(MPI_T_cvar_handle *handle)
{
    if (!tool_is_open())
        return MPI_T_ERR_NOT_INITIALIZED;
    if (handle == NULL || tool_cvar_at(*handle) == NULL)
        return MPI_T_ERR_INVALID_HANDLE;
    *handle = MPI_T_CVAR_HANDLE_NULL;
    return MPI_SUCCESS;
}
API_WEAK(T_cvar_handle_free)

// Checks the arguments of a read or a write, and finds the variable.
static int tool_cvar_find(MPI_T_cvar_handle handle, const void *buffer, const struct tool_cvar **variable)
{
    if (!tool_is_open())
        return MPI_T_ERR_NOT_INITIALIZED;
    *variable = tool_cvar_at(handle);
    if (*variable == NULL)
        return MPI_T_ERR_INVALID_HANDLE;
    return buffer == NULL ? MPI_T_ERR_INVALID : MPI_SUCCESS;
}

int PMPI_T_cvar_read(MPI_T_cvar_handle handle, void *buf)
{
    const struct tool_cvar *variable;
    int error = tool_cvar_find(handle, buf, &variable);
    if (error == MPI_SUCCESS)
        *(int *)buf = coll_requested[variable->tag];
    return error;
}
API_WEAK(T_cvar_read)

int PMPI_T_cvar_write(MPI_T_cvar_handle handle, const void *buf)
{
    const struct tool_cvar *variable;
    int error = tool_cvar_find(handle, buf, &variable);
    if (error != MPI_SUCCESS)
        return error;
    int value = *(const int *)buf;
    if (value < 0 || value >= variable->count)
        return MPI_T_ERR_INVALID;
    coll_requested[variable->tag] = (unsigned char)value;
    return MPI_SUCCESS;
}
API_WEAK(T_cvar_write)

int PMPI_T_enum_get_info(MPI_T_enum enumtype, int *num, char *name, int *name_len)
{
    if (!tool_is_open())
        return MPI_T_ERR_NOT_INITIALIZED;
    const struct tool_cvar *variable = tool_cvar_at(enumtype);
    if (variable == NULL)
        return MPI_T_ERR_INVALID_HANDLE;
    char own_name[TOOL_TEXT_BYTES];
    tool_cvar_name(variable, own_name);
    tool_string(own_name, name, name_len);
    tool_number(num, variable->count);
    return MPI_SUCCESS;
}
API_WEAK(T_enum_get_info)

int PMPI_T_enum_get_item(MPI_T_enum enumtype, int index, int *value, char *name, int *name_len)
{
    if (!tool_is_open())
        return MPI_T_ERR_NOT_INITIALIZED;
    const struct tool_cvar *variable = tool_cvar_at(enumtype);
    if (variable == NULL)
        return MPI_T_ERR_INVALID_HANDLE;
    if (index < 0 || index >= variable->count)
        return MPI_T_ERR_INVALID_ITEM;
    tool_string(variable->algorithms[index], name, name_len);
    tool_number(value, index);
    return MPI_SUCCESS;
}
API_WEAK(T_enum_get_item)
