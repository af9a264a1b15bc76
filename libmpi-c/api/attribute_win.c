// Attributes of windows (MPI 5.0 §7.7.4). The predefined ones are in win_inquiry.c.
#include "api/keyval.h"
#include "api/win.h"

static int attribute_win_holder(const char *function, MPI_Win win, struct attribute_holder *holder)
{
    api_enter(function);
    struct attribute_list *attributes = win_attributes(win);
    if (attributes == NULL)
        return win_explain(function, win);
    *holder = (struct attribute_holder){ATTRIBUTE_OF_WIN, win, attributes, *win_errhandler(win), win};
    return MPI_SUCCESS;
}

int PMPI_Win_create_keyval(MPI_Win_copy_attr_function *win_copy_attr_fn, MPI_Win_delete_attr_function *win_delete_attr_fn,
                           int *win_keyval, void *extra_state)
{
    return keyval_create("MPI_Win_create_keyval", ATTRIBUTE_OF_WIN, (keyval_copy_function *)win_copy_attr_fn,
                         (keyval_delete_function *)win_delete_attr_fn, win_keyval, extra_state);
}
API_WEAK(Win_create_keyval)

int PMPI_Win_free_keyval(int *win_keyval)
{
    return keyval_free("MPI_Win_free_keyval", ATTRIBUTE_OF_WIN, win_keyval);
}
API_WEAK(Win_free_keyval)

int PMPI_Win_set_attr(MPI_Win win, int win_keyval, void *attribute_val)
{
    struct attribute_holder holder;
    int error = attribute_win_holder("MPI_Win_set_attr", win, &holder);
    return error != MPI_SUCCESS ? error : attribute_set("MPI_Win_set_attr", &holder, win_keyval, attribute_val);
}
API_WEAK(Win_set_attr)

int PMPI_Win_get_attr(MPI_Win win, int win_keyval, void *attribute_val, int *flag)
{
    struct attribute_holder holder;
    int error = attribute_win_holder("MPI_Win_get_attr", win, &holder);
    if (error != MPI_SUCCESS)
        return error;
    void *predefined;
    if (attribute_val == NULL || flag == NULL || !win_predefined_attribute(win, win_keyval, &predefined))
        return attribute_get("MPI_Win_get_attr", &holder, win_keyval, attribute_val, flag);
    *(void **)attribute_val = predefined;
    *flag = 1;
    return MPI_SUCCESS;
}
API_WEAK(Win_get_attr)

int PMPI_Win_delete_attr(MPI_Win win, int win_keyval)
{
    struct attribute_holder holder;
    int error = attribute_win_holder("MPI_Win_delete_attr", win, &holder);
    return error != MPI_SUCCESS ? error : attribute_remove("MPI_Win_delete_attr", &holder, win_keyval);
}
API_WEAK(Win_delete_attr)
