// What a window tells of itself: group, name, predefined attributes (MPI 5.0 §7.8, §12.2.6).
#include <string.h>

#include "api/win.h"

int PMPI_Win_get_group(MPI_Win win, MPI_Group *group)
{
    api_enter("MPI_Win_get_group");
    const struct api_win *known = api_win(win);
    if (known == NULL)
        return api_explain_win("MPI_Win_get_group", win);
    if (group == NULL)
        return api_explain_win_pointer("MPI_Win_get_group", known, "group");
    struct api_group *own = api_comm_rest(known->comm)->group;
    p2p_object_retain(own);
    *group = api_group_handle(own);
    return MPI_SUCCESS;
}
API_WEAK(Win_get_group)

int PMPI_Win_set_name(MPI_Win win, const char *win_name)
{
    api_enter("MPI_Win_set_name");
    struct api_win *known = api_win(win);
    if (known == NULL)
        return api_explain_win("MPI_Win_set_name", win);
    if (win_name == NULL)
        return api_explain_win_pointer("MPI_Win_set_name", known, "win_name");
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
    const struct api_win *known = api_win(win);
    if (known == NULL)
        return api_explain_win("MPI_Win_get_name", win);
    if (win_name == NULL || resultlen == NULL)
        return api_explain_win_pointer("MPI_Win_get_name", known, win_name == NULL ? "win_name" : "resultlen");
    *resultlen = strlen(known->name);
    memcpy(win_name, known->name, *resultlen + 1);
    return MPI_SUCCESS;
}
API_WEAK(Win_get_name)

bool api_win_attribute(struct api_win *win, int keyval, void **value)
{
    switch (keyval) {
    case MPI_WIN_BASE:
        *value = win->base;
        return true;
    case MPI_WIN_SIZE:
        *value = &win->size;
        return true;
    case MPI_WIN_DISP_UNIT:
        *value = &win->disp_unit;
        return true;
    case MPI_WIN_CREATE_FLAVOR:
        *value = &win->flavor;
        return true;
    case MPI_WIN_MODEL:
        *value = &win->model;
        return true;
    default:
        return false;
    }
}
