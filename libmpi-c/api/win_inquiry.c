// Inquiries about windows: group, hints, name, predefined attributes (MPI 5.0 §7.8, §12.2.6, §12.2.7).
#include <string.h>

#include "api/errhandler.h"
#include "api/info.h"
#include "api/win.h"

int PMPI_Win_get_group(MPI_Win win, MPI_Group *group)
{
    api_enter("MPI_Win_get_group");
    const struct win *known = win_of(win);
    if (known == NULL)
        return win_explain("MPI_Win_get_group", win);
    if (group == NULL)
        return win_explain_pointer("MPI_Win_get_group", known, "group");
    struct group *own = comm_details(known->comm)->group;
    p2p_object_retain(own);
    *group = group_handle(own);
    return MPI_SUCCESS;
}
API_WEAK(Win_get_group)

int PMPI_Win_set_info(MPI_Win win, MPI_Info info)
{
    api_enter("MPI_Win_set_info");
    struct win *known = win_of(win);
    if (known == NULL)
        return win_explain("MPI_Win_set_info", win);
    if (info_of(info) == NULL)
        return win_error(known, MPI_ERR_INFO, "MPI_Win_set_info: invalid info %p", (void *)info);
    info_merge(&known->info, info);
    return MPI_SUCCESS;
}
API_WEAK(Win_set_info)

int PMPI_Win_get_info(MPI_Win win, MPI_Info *info_used)
{
    api_enter("MPI_Win_get_info");
    const struct win *known = win_of(win);
    if (known == NULL)
        return win_explain("MPI_Win_get_info", win);
    if (info_used == NULL)
        return win_explain_pointer("MPI_Win_get_info", known, "info_used");
    *info_used = info_copy(known->info);
    return MPI_SUCCESS;
}
API_WEAK(Win_get_info)

int PMPI_Win_set_name(MPI_Win win, const char *win_name)
{
    api_enter("MPI_Win_set_name");
    struct win *known = win_of(win);
    if (known == NULL)
        return win_explain("MPI_Win_set_name", win);
    if (win_name == NULL)
        return win_explain_pointer("MPI_Win_set_name", known, "win_name");
    size_t length = strlen(win_name);
    if (length >= sizeof known->name)
        length = sizeof known->name - 1;
    memcpy(known->name, win_name, length);
    known->name[length] = '\0';
    return MPI_SUCCESS;
}
API_WEAK(Win_set_name)

int PMPI_Win_get_name(MPI_Win win, char *win_name, int *resultlen)
{
    api_enter("MPI_Win_get_name");
    const struct win *known = win_of(win);
    if (known == NULL && win != MPI_WIN_NULL)
        return win_explain("MPI_Win_get_name", win);
    if (win_name == NULL || resultlen == NULL)
        return api_explain_pointer("MPI_Win_get_name", NULL, win_name == NULL ? "win_name" : "resultlen");
    // MPI_WIN_NULL has a name (MPI 5.0 §7.8).
    const char *name = known == NULL ? "MPI_WIN_NULL" : known->name;
    *resultlen = strlen(name);
    memcpy(win_name, name, *resultlen + 1);
    return MPI_SUCCESS;
}
API_WEAK(Win_get_name)

struct attribute_list *win_attributes(MPI_Win win)
{
    struct win *known = win_of(win);
    return known == NULL ? NULL : &known->attributes;
}

MPI_Errhandler *win_errhandler(MPI_Win win)
{
    struct win *known = win_of(win);
    return known == NULL ? NULL : &known->errhandler;
}

bool win_predefined_attribute(MPI_Win win, int keyval, void **value)
{
    struct win *known = win_of(win);
    switch (keyval) {
    case MPI_WIN_BASE:
        *value = known->base;
        return true;
    case MPI_WIN_SIZE:
        *value = &known->size;
        return true;
    case MPI_WIN_DISP_UNIT:
        *value = &known->disp_unit;
        return true;
    case MPI_WIN_CREATE_FLAVOR:
        *value = &known->flavor;
        return true;
    case MPI_WIN_MODEL:
        *value = &known->model;
        return true;
    default:
        return false;
    }
}
